/* Reuse distances of a stream of cache lines (docs/model/profiles.md).
 *
 * The reuse distance of a reference is the number of *distinct* lines that were referenced since the last reference to
 * the same line: 0 for an immediate repeat, infinite for a first reference. A fully associative LRU cache of B lines
 * hits exactly when the distance is below B.
 *
 * Three engines behind one interface:
 *
 *   exact    every distance is exact; memory grows with the number of distinct lines (about 40 bytes a line)
 *   bounded  distances below `window_lines` are exact, all others and first references are PME_DISTANCE_UNKNOWN;
 *            memory depends on `window_lines` only
 *   hybrid   exact while the lines are on at most `exact_pages` pages of 64 lines (more for sweeps, distance_sweep.h).
 *            From then on bounded, and beyond the window a sample of the lines is followed (SHARDS of fixed size): a
 *            line is in the sample when its hash is below a threshold, which sinks so that at most about
 *            `sample_lines` are followed. A sampled reference beyond the window has an estimated distance and stands
 *            for pme__distance_weight references; the others are PME_DISTANCE_UNKNOWN. Relative standard error of a
 *            miss ratio beyond the window: about 1 / sqrt(sample_lines) when references spread over the lines.
 *
 * Source: Olken 1981 and Almasi, Cascaval and Padua 2002 for the tree over time; Waldspurger et al. 2015 for SHARDS;
 * docs/model/profiles.md 2.2, 2.3, 2.5. What is new is the layering (recent lines, window, sample), see
 * distance_internal.h.
 *
 * The code needs libc only: it also runs inside instrumented programs. It never ends the process; a failed allocation
 * sticks as the status of the engine and every later distance is PME_DISTANCE_UNKNOWN. An engine belongs to one thread
 * at a time.
 */
#ifndef PMECACHE_ANALYSIS_REUSE_DISTANCE_H
#define PMECACHE_ANALYSIS_REUSE_DISTANCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pmecache/allocator.h"
#include "pmecache/status.h"

typedef enum pme__distance_mode { PME_DISTANCE_EXACT, PME_DISTANCE_BOUNDED, PME_DISTANCE_HYBRID } pme__distance_mode;

#define PME_DISTANCE_INFINITE UINT64_MAX       /* a first reference */
#define PME_DISTANCE_UNKNOWN (UINT64_MAX - 1u) /* at least the window, or a first reference, and not in the sample */

/* Zero-initialised: exact, with the defaults below. */
typedef struct pme__distance_options {
  pme__distance_mode mode;
  uint32_t window_lines; /* bounded, hybrid: a power of two, 64 .. 2^24; 0: 4096 */
  uint32_t sample_lines; /* hybrid: 64 .. 2^24; 0: 8192 */
  uint32_t exact_pages;  /* hybrid: 0: 4096; up to 16 times as many while most lines are entered by sweeps */
  uint32_t first_slots;  /* for tests: room before the first compaction, a power of two >= 1024; 0: 65536 */
  bool takes_turns; /* exact: several threads take turns in the stream, so the last few lines are of no use: they are
                     * not looked for first. No sweeps, no pme__distance_recent then. */
  bool portable;    /* for tests: without instructions that not every processor has */
  const pme_allocator *allocator;
} pme__distance_options;

typedef struct pme__distance pme__distance;

/* PME_BAD_ARGUMENT for a number out of range, PME_NO_MEMORY. Close with pme__distance_close (accepts NULL). */
pme_status pme__distance_open(const pme__distance_options *options, pme__distance **out);
void pme__distance_close(pme__distance *engine);

/* The distances of the next `count` references. A line is the address divided by the line size, below 2^63. Many at
 * once are faster, because memory is fetched ahead; but the threshold of the sample sinks between calls only, so a
 * hybrid engine is best given some thousands at a time. */
void pme_distance_references(pme__distance *engine, const uint64_t *lines, size_t count, uint64_t *distances);

/* How many references a sampled one beyond the window stands for, in the last call; >= 1, and 1 for other engines. */
double pme__distance_weight(const pme__distance *engine);
/* Distances from here on are estimates or unknown; UINT64_MAX for the exact engine. */
uint64_t pme__distance_window(const pme__distance *engine);
/* Whether all distances so far are exact: always of the exact engine, of a hybrid one while it has few lines. */
bool pme__distance_is_exact(const pme__distance *engine);
/* Distinct lines that are remembered now: all for the exact engine. */
uint64_t pme__distance_live_lines(const pme__distance *engine);
/* PME_OK, or PME_NO_MEMORY once an allocation has failed. */
pme_status pme__distance_status(const pme__distance *engine);
/* Forgets all references: what follows sees cold caches. Memory is kept. */
void pme__distance_forget(pme__distance *engine);

/* ---- gaps ----
 *
 * A hybrid engine that is not exact any more may be given the references to lines of its sample alone for a while.
 * Distances are estimates then, and the window starts without lines behind the gap.
 */
void pme__distance_start_gap(pme__distance *engine);
/* Sets the bit of each word, from the lowest of the first byte on, that is the address of a line of the sample. */
void pme__distance_mark_sampled(const pme__distance *engine, const uint64_t *addresses, size_t count, uint8_t *marks);
/* The distances of such references: pme__distance_weight stands behind each, also below the window.
 * PME_DISTANCE_UNKNOWN: the line is not in the sample any more. */
void pme__distance_sampled(pme__distance *engine, const uint64_t *lines, uint32_t count, uint64_t *distances);
/* Lines of the window until it is full, then UINT64_MAX: what is farther away than so many is not known. */
uint64_t pme__distance_open_window(const pme__distance *engine);

#endif
