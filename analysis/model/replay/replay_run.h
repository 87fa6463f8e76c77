/* Running the loop tree once: rows of accesses of each phase thread by thread into a list, then in turns through the caches.
 * Private to analysis/model/replay.
 *
 * Chunks of dynamic and guided schedules are given out while the phase runs, as the simulator does: a thread asks when
 * its turn comes and it has nothing left. So nothing is assumed of who gets which.
 */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_RUN_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_REPLAY_RUN_H

#include "analysis/model/loop_tree/loop_tree.h"
#include "replay_caches.h"
#include "replay_sets.h"

typedef struct pme__replay_run pme__replay_run;

/* What a run finds out, all arrays made by the caller. */
typedef struct pme__replay_tally {
  int sampled;         /* asked for: classes of lines that are run, spread over all (replay_sets.h); 0: every line */
  int64_t *executions; /* [reference] */
  pme__replay_counts *counts; /* [(slot * references + reference) * levels + level]; slots 1, 2, ..: classes of lines
                                 that stand for others as well */
  pme__replay_sets sets;      /* which */
  bool has_repeats;           /* some steps were not run */
} pme__replay_tally;

typedef struct pme__replay_setup {
  const pme_machine *machine;
  int64_t most; /* accesses that are run */
  bool coherence;
  bool hierarchy; /* levels work together as the machine says */
  bool steps;     /* where the steps of a loop are alike, some stand for the others (replay_steps.h) */
} pme__replay_setup;

/* NULL: out of memory. */
pme__replay_run *pme__replay_run_create(const pme__loop_tree *program, const pme__replay_setup *setup);
void pme__replay_run_destroy(pme__replay_run *run);
/* Everything once, caches empty, groups of arrays at these bases; the tally is of this run alone. *whole false: there
 * are more accesses than asked for. PME_NO_MEMORY. */
pme_status pme__replay_run_once(pme__replay_run *run, const int64_t *group_bases, pme__replay_tally *tally,
                                bool *whole);

#endif
