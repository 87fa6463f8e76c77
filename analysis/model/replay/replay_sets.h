/* Set sampling: of a cache's sets some are run, and stand for the others. Private to analysis/model/replay.
 *
 * Sets do not know of each other, so that what one of them misses is exact whichever others are run, with warm caches,
 * coherence and all (R. E. Kessler, M. D. Hill, D. A. Wood, "A comparison of trace-sampling techniques for multi-megabyte
 * caches", IEEE Transactions on Computers 43(6), 1994). Lines are taken by their number modulo a power of two that
 * divides the sets of all levels: a residue class of lines is a part of the sets of each. Classes are spread over all of
 * them; those where short arrays are, which few classes hold, and lines that two threads' blocks of a sweep share
 * (block_borders.h) are run in any case and stand for themselves alone.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_SETS_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_SETS_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "pmecache/machine.h"

enum { PME__REPLAY_MOST_CLASSES = 64, PME__REPLAY_LEAST_CLASSES = 32 };

typedef struct pme__replay_sets {
  int line_bits;                            /* a line has 2^line_bits bytes */
  int classes;                              /* of lines, a power of two */
  int sampled, of;                          /* so many classes stand for so many */
  int8_t slot[PME__REPLAY_MOST_CLASSES];    /* 0: run, for itself; 1 .. sampled: run, for others; -1: not run */
  uint8_t ahead[PME__REPLAY_MOST_CLASSES];  /* lines to the next one that is run, at least 1 */
  uint8_t behind[PME__REPLAY_MOST_CLASSES]; /* the same, down */
} pme__replay_sets;

/* Iterations n = 0, 1, .. of an access at address + n * step. */
typedef struct pme__replay_line_sweep {
  int64_t address, step, size_bytes;
} pme__replay_line_sweep;

/* Classes that the sets of all levels can be split into; less than PME__REPLAY_LEAST_CLASSES: too few to choose from. */
int pme__replay_classes(const pme_machine *machine);
/* With `sampled` classes, or all if there are less; group_bases: where arrays are. */
pme__replay_sets pme__replay_choose_sets(const pme__loop_tree *program, const pme_machine *machine,
                                         const int64_t *group_bases, int sampled);
/* The slot of a line. */
static inline int pme__replay_slot_of(const pme__replay_sets *sets, int64_t line) {
  return sets->slot[line & (sets->classes - 1)];
}
/* The first iteration from `from` on, before `end`, that touches a line that is run; `end`: none. */
int64_t pme__replay_next_run(const pme__replay_sets *sets, const pme__replay_line_sweep *sweep, int64_t from,
                             int64_t end);

/* Levels, a bit for each, whose instances together have room for all that is accessed: those that may be roomy
 * (replay_caches.h). */
unsigned pme__replay_may_be_roomy(const pme__loop_tree *program, const pme_machine *machine);

#endif
