/* Records of a trace are counted by site, their strides by how often each occurs. */
#include "trace_counts.h"

#include <string.h>

#include "analysis/trace/branch_guesses.h"

static const uint64_t NEAR_LINES = 2;
/* Longer runs are not told apart: what their ends cost is little beside them, and counted for each entry of a loop. */
static const uint64_t LONGEST_KNOWN_RUN = 64;

/* Of a thread. */
typedef struct thread_past {
  uint64_t *address; /* by site: that of the last access; 0: none */
  pme__branch_guesses *guesses;
  pme__block_count *newest; /* block */
} thread_past;

typedef struct counting {
  pme__trace_counts counts;
  pme_arena *arena;
  unsigned line_bits;
  uint32_t threads;
  thread_past *past;
} counting;

static thread_past *past_of(counting *c, uint32_t thread) {
  if (thread >= c->threads) {
    uint32_t threads = 2 * thread + 8;
    thread_past *grown = PME_ARENA_NEW(c->arena, thread_past, threads);
    if (!grown)
      return NULL;
    if (c->threads)
      memcpy(grown, c->past, c->threads * sizeof *grown);
    c->past = grown;
    c->threads = threads;
  }
  thread_past *past = &c->past[thread];
  if (!past->address) {
    past->address = PME_ARENA_NEW(c->arena, uint64_t, (size_t)c->counts.count + 1);
    past->guesses = pme__branch_guesses_open(c->arena);
  }
  return past->address && past->guesses ? past : NULL;
}

static void count_move(pme__site_count *site, uint64_t address, unsigned line_bits, uint64_t *last) {
  uint64_t line = address >> line_bits, before = *last >> line_bits;
  site->lowest = site->lowest && site->lowest < address ? site->lowest : address;
  site->highest = site->highest > address ? site->highest : address;
  site->changes += *last && address != *last;
  if (*last && line != before) {
    site->moves++;
    site->near += line - before + NEAR_LINES <= 2 * NEAR_LINES;
  }
  *last = address;
}

/* Members of a record lie in one line: the first access waits for it, and the others with that one. */
static void count_follower(pme__site_count *sites, const uint64_t *address, uint32_t site, unsigned line_bits) {
  uint32_t first = 0;
  while (address[first] >> line_bits != address[site] >> line_bits)
    first++;
  sites[site].follows += first < site;
  if (first < site)
    sites[site].leader = first;
}

/* The way to the record is what a core guesses. A run that is as long as another one is another: it ended otherwise,
 * while the way to any other record was decided behind the record before. */
static void count_surprise(thread_past *past, const pme_instrumented_block *block, uint64_t rounds,
                           pme__block_count *executed) {
  bool is_run = block->kind == PME_BLOCK_RUN;
  uint64_t length = !is_run ? 0 : rounds < LONGEST_KNOWN_RUN ? rounds + 1 : LONGEST_KNOWN_RUN + 1;
  bool is_surprise = pme__branch_surprises(past->guesses, (block->first_site + 1) * (LONGEST_KNOWN_RUN + 2) + length);
  pme__block_count *decided = is_run ? executed : past->newest;
  if (decided)
    decided->surprises += is_surprise;
  past->newest = executed;
}

static void count_record(counting *c, const uint64_t *record, thread_past *past) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  if (block->first_site + block->site_count >= c->counts.count)
    return;
  uint64_t *last = past->address;
  bool is_run = block->kind == PME_BLOCK_RUN;
  pme__block_count *executed = &c->counts.block[block->first_site];
  count_surprise(past, block, is_run ? record[1] : 0, executed);
  executed->records++;
  executed->rounds += is_run ? (double)record[1] : 0;
  const uint64_t *address = record + (is_run ? 2 : 1), *strides = address + block->site_count;
  for (uint32_t s = 0; s < block->site_count; s++) {
    pme__site_count *site = &c->counts.site[block->first_site + s];
    if (!is_run)
      count_follower(&c->counts.site[block->first_site], address, s, c->line_bits);
    if (!site->first_address)
      site->first_address = address[s];
    if (!is_run)
      count_move(site, address[s], c->line_bits, &last[block->first_site + s]);
    else
      site->stride = block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? (int64_t)*strides++ : block->sites[s].stride;
  }
}

static pme_status count_packet(counting *c, const pme_trace_packet *packet) {
  pme_trace_state state = packet->state;
  thread_past *past = past_of(c, packet->thread);
  size_t border = 0;
  if (!past)
    return PME_NO_MEMORY;
  for (size_t word = 0; word < packet->word_count;) {
    for (; border < packet->border_count && packet->borders[border].position <= word; border++)
      pme_trace_pass_border(&state, &packet->borders[border]);
    if (state.in_chunk)
      count_record(c, packet->words + word, past);
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
