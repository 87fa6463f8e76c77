/* Every access of a small program, one after the other. Private to analysis.
 *
 * Where a program has few accesses, counting them all through the caches costs less than sampling some, and nothing is
 * left open: choices between candidates whose samples would not tell them apart, and misses of one in ten thousand
 * accesses.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_H

#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/walk/estimate/placement_variance.h"
#include "pmecache/prediction.h"

typedef struct pme__replay_options {
  int64_t most_accesses;
  bool coherence; /* a write takes its line out of the other instances */
  bool hierarchy; /* levels that work together as the machine says, and lines over their borders */
  bool certain;   /* only where all bases are known, and phases end where the program's do */
  /* Not 0: arrays without a base are where allocators most likely put them (likely_places.h), and the numbers are
   * those of this one place. So many placements less one are run beside it; how far these are from it is written to
   * `deviations`, [row of a reference * levels + level]. */
  int placements;
  /* Where placements are asked for: classes of lines that are run at the likeliest place, and at the others, and stand for
   * all (replay_sets.h), powers of two; 0: all lines. */
  int first_classes, other_classes;
  pme__placement_deviations *deviations; /* NULL: not asked for */
} pme__replay_options;

enum { PME__REPLAY_MOST_PLACEMENTS = 7 };

/* Fills all references of `inout`: misses with kinds for each level. Arrays without a base are placed several times,
 * and the interval is that of the mean; else it is empty. *done false: the program has more accesses than asked for, or
 * cannot be walked as a whole, or it is not certain, or the machine is none for it (lines of several sizes); then
 * `inout` is as it was. PME_NO_MEMORY. */
pme_status pme__walk_replay(const pme_concrete *concrete, const pme_machine *machine,
                            const pme__replay_options *options, pme_prediction *inout, bool *done);

/* Effort of that, about nanoseconds, for `accesses` of a program with known or unknown bases. */
double pme__walk_replay_effort(const pme_machine *machine, double accesses, bool has_bases);
/* At one placement, with so many classes of lines, and `passes` steps over what is not run; 0: the machine has no
 * classes. */
double pme__walk_replay_sampled_effort(const pme_machine *machine, double accesses, double passes, int classes);

/* Memory that a line takes which is touched. */
double pme__walk_replay_line_bytes(const pme_machine *machine);

/* What running a program takes where `placements` are asked for. */
typedef struct pme__replay_size {
  double share_run; /* of the accesses: of time steps that are alike a few stand for all */
  double passes;    /* where not all lines are run: rows that are begun, and steps from line to line in them */
  double bytes;     /* about, for the rows of the phase that has most of them */
  double lines;     /* that are touched, at most; each is kept */
  int borders;      /* where not all lines are run: classes that are in any case, for lines that two threads share */
} pme__replay_size;

/* counts[node]: of each access. PME_NO_MEMORY. */
pme_status pme__walk_replay_size(const pme_concrete *concrete, const pme__count *counts, pme__replay_size *size);

#endif
