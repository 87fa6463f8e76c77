/* Records are counted by block and site, moves of accesses by the address before. */
#include "record_counts.h"

#include <stdbool.h>

static const uint64_t NEAR_LINES = 2;
/* Longer runs are not told apart: what their ends cost is little beside them, and counted for each entry of a loop. */
static const uint64_t LONGEST_KNOWN_RUN = 64;

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

/* Whether a run goes on where the one before it ended, or begins elsewhere. */
static void count_start(pme__site_count *site, uint64_t address, uint64_t rounds, unsigned line_bits, uint64_t *end) {
  uint64_t line = address >> line_bits, before = *end >> line_bits;
  if (*end) {
    site->moves++;
    site->near += line - before + NEAR_LINES <= 2 * NEAR_LINES;
  }
  *end = address + rounds * (uint64_t)site->stride;
}

/* Members of a record lie in one line: the first access waits for it, and the others with that one. `seen` has a bit for
 * each line before, by its lowest bits: most are in a line of their own, and need not be compared with all others. */
static inline void count_follower(pme__site_count *sites, const uint64_t *address, uint32_t site, unsigned line_bits,
                                  uint64_t *seen) {
  uint64_t line = address[site] >> line_bits, bit = UINT64_C(1) << line % 64;
  bool is_other = !(*seen & bit);
  *seen |= bit;
  if (is_other)
    return;
  uint32_t first = 0;
  while (address[first] >> line_bits != line)
    first++;
  sites[site].follows += first < site;
  if (first < site)
    sites[site].leader = first;
}

/* The way to the record is what a core guesses. A run that is as long as another one is another: it ended otherwise,
 * while the way to any other record was decided behind the record before. */
static void count_surprise(pme__trace_counts *counts, pme__record_past *past, const pme_instrumented_block *block,
                           uint64_t rounds, pme__block_count *executed) {
  bool is_run = block->kind == PME_BLOCK_RUN;
  uint64_t length = !is_run ? 0 : rounds < LONGEST_KNOWN_RUN ? rounds + 1 : LONGEST_KNOWN_RUN + 1;
  bool is_surprise = pme__branch_surprises(past->guesses, (block->first_site + 1) * (LONGEST_KNOWN_RUN + 2) + length);
  if (is_run)
    executed->surprises += is_surprise;
  else if (past->newest)
    counts->block[past->newest - 1].surprises += is_surprise;
  past->newest = block->first_site + 1;
}

static void count_run(const pme_instrumented_block *block, pme__site_count *sites, uint64_t *last,
                      const uint64_t *record, unsigned line_bits) {
  const uint64_t *address = record + 2, *strides = address + block->site_count;
  for (uint32_t s = 0; s < block->site_count; s++) {
    pme__site_count *site = &sites[s];
    if (!site->first_address)
      site->first_address = address[s];
    site->stride = block->sites[s].flags & PME_SITE_STRIDE_RECORDED ? (int64_t)*strides++ : block->sites[s].stride;
    count_start(site, address[s], record[1], line_bits, &last[s]);
  }
}

static void count_accesses(uint32_t count, pme__site_count *restrict sites, uint64_t *restrict last,
                           const uint64_t *restrict address, unsigned line_bits) {
  uint64_t seen = 0;
  for (uint32_t s = 0; s < count; s++) {
    count_follower(sites, address, s, line_bits, &seen);
    if (address[s] && address[s] == last[s])
      continue; /* a scalar, say: it has not moved */
    if (!sites[s].first_address)
      sites[s].first_address = address[s];
    count_move(&sites[s], address[s], line_bits, &last[s]);
  }
}

void pme__count_record(pme__trace_counts *counts, pme__record_past *past, unsigned line_bits, const uint64_t *record) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  const uint64_t first = block->first_site;
  if (first + block->site_count >= counts->count)
    return;
  bool is_run = block->kind == PME_BLOCK_RUN;
  pme__block_count *executed = &counts->block[first];
  count_surprise(counts, past, block, is_run ? record[1] : 0, executed);
  executed->records++;
  executed->rounds += is_run ? (double)record[1] : 0;
  if (is_run)
    count_run(block, &counts->site[first], &past->address[first], record, line_bits);
  else
    count_accesses(block->site_count, &counts->site[first], &past->address[first], record + 1, line_bits);
}
