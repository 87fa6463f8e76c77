/* What classes of lines that were run say of those that were not (replay_sets.h). Private to analysis/model/replay. */
#ifndef PMECACHE_ANALYSIS_MODEL_REPLAY_CLASS_ESTIMATE_H
#define PMECACHE_ANALYSIS_MODEL_REPLAY_CLASS_ESTIMATE_H

#include "analysis/model/walk/estimate/placement_variance.h"
#include "replay_run.h"

/* Of one run at one placement. */
typedef struct pme__class_run {
  const pme__loop_tree *program;
  const pme__replay_tally *tally;
  int levels;
  int64_t
      *shared; /* [array * (sampled + 2) + slot]: of written lines where pieces of dealt loops meet, those of the slot
                      (sampled + 1: of all classes that were not run); -1 in slot 0: they are not known */
} pme__class_run;

/* NULL in `shared`: out of memory. */
pme__class_run pme__class_run_of(const pme__loop_tree *program, const pme__replay_tally *tally,
                                 const pme_machine *machine, const int64_t *group_bases, pme_arena *arena);
/* Adds to *out the contrasts of a reference at a level. */
void pme__class_contrasts(const pme__class_run *run, int reference, int level, pme__placement_deviations *out);
/* Adds to the counts of slot 0 what the classes stand for. */
void pme__class_estimates(const pme__class_run *run, pme__replay_counts *counts);

#endif
