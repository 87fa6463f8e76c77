/* What levels that work together miss and write back, by windows of sets. Private to analysis/model.
 *
 * A WINDOW is all touches of the sets that go together (a set of the innermost level and those behind it that share its
 * lines), backward from an access drawn uniformly, then run forward twice: through the levels as the machine has them,
 * and through the same levels apart, as the walk takes them. The second half counts, or all where the window reaches the
 * start of the program. What the levels together miss more than apart, for each miss of the innermost level, is added
 * to the walk's numbers: mostly it is little. Of the lines that left or are there at the end some were changed: that
 * share of what comes in goes out again. */
#ifndef PMECACHE_ANALYSIS_MODEL_WINDOWS_SET_WINDOWS_H
#define PMECACHE_ANALYSIS_MODEL_WINDOWS_SET_WINDOWS_H

#include "pmecache/prediction.h"

/* Of one reference at one level; shares have an access group's. */
typedef struct pme__set_window_shares {
  double more;    /* misses together less those apart, for each miss of the innermost level apart */
  double of_each; /* misses together, for each of those */
  double changed; /* of lines that come in, those that go out changed */
  double handed;  /* of lines that leave, those handed unchanged to a level that takes victims */
} pme__set_window_shares;

typedef struct pme__set_windows_answer {
  bool is_whole;                                 /* windows were all touches of sets: sums are those of the program */
  pme__set_window_shares of_all[PME_MAX_LEVELS]; /* shares of all accesses together */
  bool is_known;                                 /* false: the program or the machine cannot be looked at so */
  pme__set_window_shares *shares;                /* [node * levels + level] of accesses */
  double of_each_error[PME_MAX_LEVELS];          /* the same of `of_each`; infinite where some have no such misses */
  double more_error[PME_MAX_LEVELS];    /* half-width of the sum of `more`, for each miss of the innermost level */
  double changed_error[PME_MAX_LEVELS]; /* of `changed` */
  double left[PME_MAX_LEVELS];          /* changed lines at the end in the level */
  double stays[PME_MAX_LEVELS];         /* ... there or above, which have not crossed its border */
  double effort;                        /* about nanoseconds */
} pme__set_windows_answer;

typedef struct pme__set_windows_question {
  const pme_concrete *concrete;
  const pme_machine *machine; /* as it is */
  const pme_machine *apart;   /* as the walk takes it */
  const double *executions;   /* [node] of accesses */
  bool coherence;
  double effort;
} pme__set_windows_question;

/* PME_NO_MEMORY. */
pme_status pme__find_set_windows(const pme__set_windows_question *question, pme_arena *arena,
                                 pme__set_windows_answer *out);

#endif
