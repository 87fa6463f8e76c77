/* A list of where packets are in the file; the one that a reader is in is kept unpacked. */
#include "trace_packets.h"

#include "pmecache/arena.h"
#include "trace_records.h"

static pme__packet_place *place_at(const pme__packets *p, uint32_t packet) {
  return (pme__packet_place *)pme__bytes_at(&p->places, 0) + packet;
}

uint32_t pme__packets_add(pme__packets *p, const pme_trace_packet *packet, uint64_t first, uint32_t before) {
  size_t number = p->places.count / sizeof(pme__packet_place);
  pme__packet_place *place = (pme__packet_place *)pme__bytes_reserve(&p->places, sizeof *place);
  if (!place || number >= PME_NO_PACKET)
    return PME_NO_PACKET;
  *place = (pme__packet_place){packet->offset_bytes, first, PME_NO_PACKET, 0};
  p->places.count += sizeof *place;
  if (before != PME_NO_PACKET)
    place_at(p, before)->next = (uint32_t)number;
  return (uint32_t)number;
}

/* ---- a packet ---- */

/* Private memory of all threads begins at the same place. */
static uint64_t shift_of(const pme_trace_border *region, unsigned line_bits) {
  uint64_t high = (uint64_t)region->values[4], line = UINT64_C(1) << line_bits;
  return high ? (PME_PRIVATE_ADDRESS - high) & ~(line - 1) : 0;
}

static void move_private(uint64_t *record, const pme_trace_border *region, const pme__heap_cursor *heap,
                         unsigned line_bits) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  uint64_t low = (uint64_t)region->values[3], high = (uint64_t)region->values[4];
  uint64_t *address = record + (block->kind == PME_BLOCK_RUN ? 2 : 1);
  for (uint32_t s = 0; s < block->site_count; s++)
    if (address[s] >= low && address[s] < high)
      address[s] += shift_of(region, line_bits);
    else if (heap->live_count > 0 && pme__heap_is_private(heap, address[s]))
      address[s] += PME_PRIVATE_HEAP_ADDRESS;
}

static bool add_mark(pme__bytes *marks, uint64_t word, uint64_t before) {
  pme__iteration_mark *mark = (pme__iteration_mark *)pme__bytes_reserve(marks, sizeof *mark);
  if (!mark)
    return false;
  *mark = (pme__iteration_mark){word, before};
  marks->count += sizeof *mark;
  return true;
}

static pme_status copy_words(pme__recalled *r, const pme_trace_packet *packet) {
  r->word_bytes.count = r->mark_bytes.count = 0;
  r->words = (uint64_t *)pme__bytes_reserve(&r->word_bytes, (packet->word_count + 1) * sizeof *r->words);
  if (!r->words)
    return PME_NO_MEMORY;
  if (packet->word_count)
    memcpy(r->words, packet->words, packet->word_count * sizeof *r->words);
  return PME_OK;
}

/* `first`: number of its first word. */
static pme_status take(const pme__packets *p, pme__recalled *r, const pme_trace_packet *packet, uint64_t first) {
  pme_trace_state state = packet->state;
  pme__heap_cursor heap;
  uint64_t iterations = 0;
  size_t border = 0;
  pme_status status = copy_words(r, packet);
  pme__heap_seek(&p->heap, packet->thread, first, &heap);
  for (size_t word = 0; status == PME_OK && word < packet->word_count;) {
    uint64_t *record = r->words + word;
    for (; border < packet->border_count && packet->borders[border].position <= word; border++)
      pme_trace_pass_border(&state, &packet->borders[border]);
    if (pme__starts_iteration((const pme_instrumented_block *)(uintptr_t)*record) &&
        !add_mark(&r->mark_bytes, word, iterations))
      status = PME_NO_MEMORY;
    iterations += pme__iterations_of(record);
    pme__heap_advance(&heap, first + word);
    if (state.regions > 0)
      move_private(record, &state.region, &heap, p->line_bits);
    word += pme_trace_pass_record(&state, record);
  }
  r->marks = (const pme__iteration_mark *)pme__bytes_at(&r->mark_bytes, 0);
  r->mark_count = r->mark_bytes.count / sizeof *r->marks;
  return status;
}

/* ---- those in memory ---- */

static void forget(pme__packets *p, pme__recalled *r) {
  if (r->packet != PME_NO_PACKET)
    place_at(p, r->packet)->recalled = 0;
  r->packet = PME_NO_PACKET;
}

static pme__recalled *longest_unused(pme__packets *p) {
  pme__recalled *found = &p->recalled[0];
  for (uint32_t i = 1; i < p->count; i++)
    if (p->recalled[i].used < found->used)
      found = &p->recalled[i];
  return found;
}

static pme__recalled *make_room(pme__packets *p) {
  if (p->count >= p->most || p->count >= p->room) {
    if (p->count >= p->most)
      return longest_unused(p);
    uint32_t room = p->room ? 2 * p->room : 4;
    pme__recalled *grown = (pme__recalled *)pme_reallocate(p->recalled, room * sizeof *grown);
    if (!grown)
      return NULL;
    p->recalled = grown;
    p->room = room;
  }
  p->recalled[p->count] = (pme__recalled){.packet = PME_NO_PACKET};
  return &p->recalled[p->count++];
}

void pme__packets_keep(pme__packets *p, uint32_t most) {
  p->most = most;
  for (; p->count > most; p->count--) {
    pme__recalled *last = &p->recalled[p->count - 1];
    forget(p, last);
    pme__bytes_free(&last->word_bytes);
    pme__bytes_free(&last->mark_bytes);
  }
}

static pme__recalled *load(pme__packets *p, uint32_t packet) {
  pme_trace_packet read;
  pme__recalled *r = make_room(p);
  if (!r) {
    p->status = PME_NO_MEMORY;
    return NULL;
  }
  forget(p, r);
  pme__packet_place *place = place_at(p, packet);
  p->status = pme_trace_packet_at(p->trace, place->offset_bytes, &read);
  if (p->status == PME_OK)
    p->status = take(p, r, &read, place->first);
  if (p->status != PME_OK)
    return NULL;
  r->packet = packet;
  r->first = place->first;
  r->last = place->first + read.word_count;
  place->recalled = (uint32_t)(r - p->recalled) + 1;
  return r;
}

const pme__recalled *pme__packets_recall(pme__packets *p, uint32_t packet) {
  if (p->status != PME_OK)
    return NULL;
  uint32_t known = place_at(p, packet)->recalled;
  pme__recalled *r = known ? &p->recalled[known - 1] : load(p, packet);
  if (r)
    r->used = ++p->now;
  return r;
}

void pme__packets_close(pme__packets *p) {
  pme__packets_keep(p, 0);
  pme_reallocate(p->recalled, 0);
  pme__bytes_free(&p->places);
  pme__private_heap_close(&p->heap);
}
