/* Many references at once, for the exact engine: what a loop does whose accesses walk through consecutive lines.
 *
 * A *sweep* is a number of rounds (iterations of an innermost loop). Each of its streams walks through lines one after
 * the other, all with the same `period`, which is the rounds that an access stays in a line; streams share no line. A
 * line is *entered* by the first access of the sweep to it and *left* after the last one. In between a line of each
 * stream is touched in every round, which are short distances that follow from the order of the accesses alone and are
 * the caller's affair (analysis/measure/sweep.c). What the engine does is the rest: the distances of the entries, and
 * the stack behind the sweep.
 *
 * The distance of the entry of line x is the number of lines above x in the stack at the start of the sweep, and of
 * lines that were entered before and were below x then: nothing else can have come above it. Lines that were left by an
 * earlier sweep in a row have slots in a row, so both numbers are computed for whole rows of lines.
 */
#ifndef PMECACHE_ANALYSIS_REUSE_DISTANCE_SWEEP_H
#define PMECACHE_ANALYSIS_REUSE_DISTANCE_SWEEP_H

#include <stdbool.h>

#include "distance.h"

enum { PME_SWEEP_STREAMS = 16, PME_SWEEP_LINES = 512 };

/* Rounds are 0, 1, ...; the place of an access is its number in the round. */
typedef struct pme__sweep_stream {
  uint64_t line;        /* entered in round 0; then line + 1, ... */
  uint32_t lines;       /* how many are entered, 1 .. PME_SWEEP_LINES */
  uint32_t left;        /* how many are left in a round of the sweep: the first `left` of them */
  uint32_t enter;       /* line + 1 is entered in this round, line + 2 a period later; 1 .. period */
  uint32_t leave;       /* the first round without `line`; line + 1 is left a period later; 1 .. period */
  uint32_t first_place; /* of the entry in round 0 */
  uint32_t enter_place; /* of the other entries */
  uint32_t leave_place; /* of the last access to a line that is left */
} pme__sweep_stream;

typedef struct pme__sweep_line {
  uint32_t stream, index; /* line + index of the stream */
} pme__sweep_line;

typedef struct pme__sweep {
  uint32_t stream_count; /* in the order of first_place */
  pme__sweep_stream streams[PME_SWEEP_STREAMS];
  uint32_t last_count; /* lines that are not left, in the order of their last accesses */
  pme__sweep_line last[2 * PME_SWEEP_STREAMS];
} pme__sweep;

/* Told of the distances: `times` entries by the access at `place` have this one. */
typedef void pme__sweep_count(void *context, uint32_t place, uint64_t distance, uint64_t times);

/* False when it cannot be done at once (another engine, no regular order): nothing has happened then, and the caller
 * gives the references one by one. */
bool pme__distance_sweep(pme__distance *engine, const pme__sweep *sweep, pme__sweep_count *count, void *context);

#endif
