/* Records of a trace are counted by site, their strides by how often each occurs. */
#include "trace_counts.h"

#include <string.h>

static const uint64_t NEAR_LINES = 2;

typedef struct counting {
  pme__trace_counts counts;
  pme_arena *arena;
  unsigned line_bits;
  uint32_t threads;
  uint64_t **last; /* by thread, by site: line + 1; 0: none */
} counting;

static uint64_t *last_lines(counting *c, uint32_t thread) {
  if (thread >= c->threads) {
    uint32_t threads = 2 * thread + 8;
    uint64_t **grown = PME_ARENA_NEW(c->arena, uint64_t *, threads);
    if (!grown)
      return NULL;
    if (c->threads)
      memcpy(grown, c->last, c->threads * sizeof *grown);
    c->last = grown;
    c->threads = threads;
  }
  if (!c->last[thread])
    c->last[thread] = PME_ARENA_NEW(c->arena, uint64_t, (size_t)c->counts.count + 1);
  return c->last[thread];
}

static void count_move(pme__site_count *site, uint64_t address, uint64_t line, uint64_t *last) {
  uint64_t before = *last - 1;
  site->lowest = site->lowest && site->lowest < address ? site->lowest : address;
  site->highest = site->highest > address ? site->highest : address;
  if (*last && line != before) {
    site->moves++;
    site->near += line - before + NEAR_LINES <= 2 * NEAR_LINES;
  }
  *last = line + 1;
}

static void count_record(counting *c, const uint64_t *record, uint64_t *last) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  if (block->first_site + block->site_count >= c->counts.count)
    return;
  bool is_run = block->kind == PME_BLOCK_RUN;
  pme__block_count *executed = &c->counts.block[block->first_site];
  executed->records++;
  executed->rounds += is_run ? (double)record[1] : 0;
  const uint64_t *address = record + (is_run ? 2 : 1), *strides = address + block->site_count;
  for (uint32_t s = 0; s < block->site_count; s++) {
    pme__site_count *site = &c->counts.site[block->first_site + s];
    if (!site->first_address)
      site->first_address = address[s];
    if (!is_run)
      count_move(site, address[s], address[s] >> c->line_bits, &last[block->first_site + s]);
    else
      site->stride = block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? (int64_t)*strides++ : block->sites[s].stride;
  }
}

static pme_status count_packet(counting *c, const pme_trace_packet *packet) {
  pme_trace_state state = packet->state;
  uint64_t *last = last_lines(c, packet->thread);
  size_t border = 0;
  if (!last)
    return PME_NO_MEMORY;
  for (size_t word = 0; word < packet->word_count;) {
    for (; border < packet->border_count && packet->borders[border].position <= word; border++)
      pme_trace_pass_border(&state, &packet->borders[border]);
    if (state.in_chunk)
      count_record(c, packet->words + word, last);
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
