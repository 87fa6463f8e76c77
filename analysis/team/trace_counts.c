/* Counts the records of a trace, packet by packet. */
#include "trace_counts.h"

#include <string.h>

typedef struct counting {
  pme__trace_counts counts;
  pme_arena *arena;
  unsigned line_bits;
  uint32_t threads;
  pme__record_past *past;
} counting;

static pme__record_past *past_of(counting *c, uint32_t thread) {
  if (thread >= c->threads) {
    uint32_t threads = 2 * thread + 8;
    pme__record_past *grown = PME_ARENA_NEW(c->arena, pme__record_past, threads);
    if (!grown)
      return NULL;
    if (c->threads)
      memcpy(grown, c->past, c->threads * sizeof *grown);
    c->past = grown;
    c->threads = threads;
  }
  pme__record_past *past = &c->past[thread];
  if (!past->address) {
    past->address = PME_ARENA_NEW(c->arena, uint64_t, (size_t)c->counts.count + 1);
    past->guesses = (pme__branch_guesses *)pme_arena_allocate(c->arena, 1, pme__branch_guesses_bytes());
    if (past->guesses)
      pme__branch_guesses_start(past->guesses);
  }
  return past->address && past->guesses ? past : NULL;
}

static pme_status count_packet(counting *c, const pme_trace_packet *packet) {
  pme_trace_state state = packet->state;
  pme__record_past *past = past_of(c, packet->thread);
  size_t border = 0;
  if (!past)
    return PME_NO_MEMORY;
  for (size_t word = 0; word < packet->word_count;) {
    for (; border < packet->border_count && packet->borders[border].position <= word; border++)
      pme_trace_pass_border(&state, &packet->borders[border]);
    if (state.in_chunk)
      pme__count_record(&c->counts, past, c->line_bits, packet->words + word);
    word += pme_trace_pass_record(&state, packet->words + word);
  }
  return PME_OK;
}

pme_status pme__trace_count(pme_trace *trace, uint32_t line_bytes, pme_arena *arena, pme__trace_counts *out) {
  counting c = {.arena = arena, .line_bits = (unsigned)__builtin_ctz(line_bytes)};
  c.counts.count = pme_trace_site_count(trace) + 1;
  c.counts.block = PME_ARENA_NEW(arena, pme__block_count, c.counts.count);
  c.counts.site = PME_ARENA_NEW(arena, pme__site_count, c.counts.count);
  if (!c.counts.block || !c.counts.site)
    return PME_NO_MEMORY;
  pme_trace_packet packet;
  bool found = true;
  pme_trace_rewind(trace);
  for (;;) {
    pme_status status = pme_trace_next(trace, &packet, &found);
    if (status == PME_OK && found)
      status = count_packet(&c, &packet);
    if (status != PME_OK || !found) {
      *out = c.counts;
      return status;
    }
  }
}
