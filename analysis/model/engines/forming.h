/* The closed form, level by level, beside or after the walk. Private to analysis/model. */
#ifndef PMECACHE_ANALYSIS_MODEL_ENGINES_FORMING_H
#define PMECACHE_ANALYSIS_MODEL_ENGINES_FORMING_H

#include "analysis/model/closed_form/guard_share.h"
#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/observer/observer.h"
#include "pmecache/arena.h"
#include "pmecache/prediction.h"

/* The caller fills in the first part, and the rest is zero. */
typedef struct pme__forming {
  const pme_concrete *concrete;
  const pme_machine *machine;
  const pme__count *counts;
  pme__guard_shares *guard_shares;
  double effort;           /* of one level, about nanoseconds */
  bool is_precise;         /* a precision was asked for: all levels have that effort */
  pme__observer *observer; /* NULL: nobody listens */
  pme_arena *arena;

  pme_prediction *formed; /* NULL: no level yet */
  bool has_level[PME_MAX_LEVELS];
  bool has_open_lines; /* those that some level touches are not counted */
  pme_status status;
} pme__forming;

/* The levels with is_wanted[level] that it does not have yet; references that there is no effort for are no longer
 * modelled. PME_NO_MEMORY. */
pme_status pme__form(pme__forming *forming, const pme_prediction *walked, const bool *is_wanted);

/* `goes_on` of a walk (walk.h), where a part of an answer is of no use: the equations are asked for the level at once.
 * False: neither engine answers some access there, or `status` says why. */
bool pme__is_whole_so_far(void *forming, const pme_prediction *walked, int level);
/* Such a walk ended there. */
bool pme__is_useless(const pme__forming *forming, const pme_prediction *walked);

#endif
