/* References of records (include/pmecache/instrumented.h): those of a block, or of each round of a run. */
#ifndef PMECACHE_ANALYSIS_TEAM_TRACE_RECORDS_H
#define PMECACHE_ANALYSIS_TEAM_TRACE_RECORDS_H

#include "analysis/shared_caches/concurrent_lines.h"
#include "pmecache/trace.h"

/* Addresses from here on are those of private memory. */
#define PME_PRIVATE_ADDRESS (UINT64_C(1) << 56)
/* What private blocks of the heap are moved by. */
#define PME_PRIVATE_HEAP_ADDRESS (PME_PRIVATE_ADDRESS / 2)

/* A place among records. */
typedef struct pme__record_cursor {
  uint64_t word, round;
  uint32_t site, line; /* of the access: it may have several lines */
} pme__record_cursor;

static inline bool pme__record_before(const pme__record_cursor *a, const pme__record_cursor *b) {
  return a->word < b->word || (a->word == b->word && a->round < b->round);
}

/* Whether iterations of a worksharing loop begin with the record: one, or of a run each round. */
static inline bool pme__starts_iteration(const pme_instrumented_block *block) {
  return block->kind == PME_BLOCK_ITERATION || block->flags & PME_BLOCK_IS_ITERATION;
}
static inline uint64_t pme__iterations_of(const uint64_t *record) {
  const pme_instrumented_block *block = (const pme_instrumented_block *)(uintptr_t)*record;
  if (!pme__starts_iteration(block))
    return 0;
  return block->kind == PME_BLOCK_RUN ? record[1] : 1;
}

/* References up to `end` (whose site and line are 0), at most `room`; moves the cursor. */
size_t pme__records_read(const uint64_t *words, const pme__record_cursor *end, unsigned line_bits,
                         pme__record_cursor *cursor, pme__line_reference *out, size_t room);
/* How many there are from `begin` to `end`, both at the beginning of a round. */
uint64_t pme__records_length(const uint64_t *words, const pme__record_cursor *begin, const pme__record_cursor *end,
                             unsigned line_bits);
/* How many the record makes. */
uint64_t pme__record_length(const uint64_t *record, unsigned line_bits);

#endif
