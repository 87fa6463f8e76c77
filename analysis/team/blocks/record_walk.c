/* Packet by packet: borders are read from the file, records from where private memory has been moved. */
#include "record_walk.h"

#include "analysis/team/trace_parts.h"

typedef struct walk {
  const pme__record_visitor *visitor;
  pme__packets *packets;
  pme__bytes borders; /* of the present packet */
} walk;

static const pme_trace_border *borders_of(const walk *w) {
  return (const pme_trace_border *)pme__bytes_at(&w->borders, 0);
}

/* The packet's own memory goes with the next call of the reader. */
static bool keep_borders(walk *w, const pme_trace_packet *packet) {
  size_t bytes = packet->border_count * sizeof *packet->borders;
  w->borders.count = 0;
  void *to = pme__bytes_reserve(&w->borders, bytes + 1);
  if (to && bytes)
    memcpy(to, packet->borders, bytes);
  return to != NULL;
}

static bool pass_border(walk *w, uint32_t thread, pme_trace_state *state, const pme_trace_border *border) {
  if (border->kind != PME_TRACE_ALLOCATED && border->kind != PME_TRACE_FREED)
    pme_trace_pass_border(state, border);
  return w->visitor->border(w->visitor->context, thread, state, border);
}

static pme_status walk_packet(walk *w, const pme_trace_packet *packet, uint32_t number) {
  pme_trace_state state = packet->state;
  uint32_t thread = packet->thread;
  size_t words = packet->word_count, borders = packet->border_count, border = 0;
  if (!keep_borders(w, packet))
    return PME_NO_MEMORY;
  const pme__recalled *recalled = pme__packets_recall(w->packets, number);
  if (!recalled)
    return w->packets->status;
  bool goes_on = true;
  for (size_t word = 0; word < words && goes_on;) {
    const uint64_t *record = recalled->words + word;
    for (; border < borders && borders_of(w)[border].position <= word && goes_on; border++)
      goes_on = pass_border(w, thread, &state, &borders_of(w)[border]);
    goes_on = goes_on && w->visitor->record(w->visitor->context, thread, &state, record);
    word += pme_trace_pass_record(&state, record);
  }
  for (; border < borders && goes_on; border++)
    goes_on = pass_border(w, thread, &state, &borders_of(w)[border]);
  return goes_on ? PME_OK : PME_OVER_BUDGET;
}

pme_status pme__walk_records(const pme__sequential_trace *trace, const pme__record_visitor *visitor) {
  trace_work *d = (trace_work *)trace->memory;
  walk w = {.visitor = visitor, .packets = &d->packets};
  bool found = true;
  pme_status status = PME_OK;
  pme_trace_rewind(trace->recorded);
  for (uint32_t number = 0; status == PME_OK && found; number++) {
    pme_trace_packet packet;
    status = pme_trace_next(trace->recorded, &packet, &found);
    if (status == PME_OK && found)
      status = walk_packet(&w, &packet, number);
  }
  pme__bytes_free(&w.borders);
  return status;
}
