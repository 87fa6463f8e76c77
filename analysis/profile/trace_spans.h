/* Iterations in records: where each of them is, and the references that it makes. */
#ifndef PMECACHE_PROFILE_TRACE_SPANS_H
#define PMECACHE_PROFILE_TRACE_SPANS_H

#include "mimic_team.h"
#include "pmecache/trace.h"

/* Addresses from here on are those of private memory. */
#define PME_PRIVATE_ADDRESS (UINT64_C(1) << 56)

/* Records that belong together: an iteration, or the rounds of a run, each an iteration. */
typedef struct pme_span {
  uint32_t thread; /* in whose records it is */
  uint32_t piece;
  uint64_t number;      /* of the (first) iteration in its loop */
  uint64_t first, last; /* words */
  uint64_t rounds;      /* 0: one iteration, else a run */
  uint64_t length;      /* references, of the one iteration */
  uint64_t start;       /* iterations of the piece in front of it */
} pme_span;

/* Where reading stands in a span. */
typedef struct pme_span_cursor {
  uint64_t word, round;
  uint32_t site, line; /* of the access: it may have several lines */
} pme_span_cursor;

/* References of the records words[cursor->word .. last - 1], at most `room`; moves the cursor. */
size_t pme__span_read(const uint64_t *words, uint64_t last, unsigned line_bits, pme_span_cursor *cursor,
                      pme_reference *out, size_t room);
/* How many there are from first to last. */
uint64_t pme__span_length(const uint64_t *words, uint64_t first, uint64_t last, unsigned line_bits);
/* References of one round of the run at `word`, from the `skip`-th on. */
size_t pme__round_read(const uint64_t *words, uint64_t word, uint64_t round, unsigned line_bits, uint64_t skip,
                       pme_reference *out, size_t room);
uint64_t pme__round_length(const uint64_t *words, uint64_t word, uint64_t round, unsigned line_bits);

#endif
