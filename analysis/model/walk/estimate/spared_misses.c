/* Misses that hit after all, for a write of another thread has emptied a way: of those that strata kept some are walked
 * again, with an eye on the writes of all threads (pme__walk_spare). That takes as long as many samples. */
#include "strata.h"

typedef pme__stratum stratum;
typedef pme__walk_estimator estimator;

/* Strata with fewer of all misses are not asked. Of the others so many misses each (in a hasty look as far as that takes
 * no longer than the patience), and more for a part of it, before it is looked whether any is spared (one in twenty is
 * seldom among the first few); it goes on where the share of them is larger, for so many times the patience. */
static const double LEAST_OF_MISSES = 0.02, LEAST_SHARE = 0.01, FIRST_EFFORT = 0.5, FEW_EFFORT = 1, MOST_EFFORT = 8;
enum { FIRST_ASKED = 16 };

double pme__spared_share(const estimator *e, const stratum *s, double *variance) {
  *variance = 0;
  if (e->spared_share <= 0)
    return 0;
  if (s->asked == 0) { /* as all others are, or not at all */
    *variance = e->spared_share * e->spared_share;
    return e->spared_share;
  }
  double share = s->spared / s->asked_weight, smooth = (share * s->asked + 0.5) / (s->asked + 1);
  *variance = smooth * (1 - smooth) / (s->asked + 1);
  return share;
}

static void ask(estimator *e, stratum *s) {
  const pme__kept_miss *miss = &s->kept[s->asked++];
  s->asked_weight += miss->weight;
  if (miss->verdict != PME__WALK_MISS)
    return;
  pme__walk_limit(e->state, s->work_of_walk);
  if (s->source->moves_bases)
    pme__level_state_place(e->state, miss->group_bases);
  if (pme__walk_spare(e->state, &miss->instance, miss->line, miss->verdict) == PME__WALK_HIT)
    s->spared += miss->weight;
}

static void ask_all(estimator *e, int to, double least, double limit) {
  for (int n = 0; n < to; n++)
    for (int i = 0; i < e->stratum_count && (double)pme__walk_work_of(e) < limit; i++) {
      stratum *s = &e->strata[i];
      if (s->misses > least && s->asked == n && n < s->kept_count)
        ask(e, s);
    }
}

/* Of the misses of all strata that were asked. */
static double share_of_all(const estimator *e) {
  double misses = 0, spared = 0;
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    misses += s->asked > 0 ? s->misses : 0;
    spared += s->asked > 0 ? s->misses * s->spared / s->asked_weight : 0;
  }
  return misses > 0 ? spared / misses : 0;
}

void pme__walk_spare_misses(pme__level_samples *level, pme__walk_estimate *estimates, int64_t *work) {
  estimator *e = level->estimator;
  int64_t before = pme__walk_work_of(e);
  double misses = 0, limit = (double)before + MOST_EFFORT * e->patience;
  double first_limit = (double)before + FIRST_EFFORT * e->patience;
  for (int i = 0; i < e->stratum_count; i++)
    misses += e->strata[i].misses;
  double few_limit = pme__walk_is_hasty(e) ? (double)before + FEW_EFFORT * e->patience : limit;
  ask_all(e, FIRST_ASKED, LEAST_OF_MISSES * misses, few_limit);
  ask_all(e, PME__WALK_MOST_KEPT, LEAST_OF_MISSES * misses, first_limit);
  if (share_of_all(e) > LEAST_SHARE)
    ask_all(e, PME__WALK_MOST_KEPT, LEAST_OF_MISSES * misses, limit);
  e->spared_share = share_of_all(e);
  *work = pme__walk_work_of(e) - before;
  e->aside += pme__walk_work(e->state) - e->left_at;
  e->left_at = pme__walk_work(e->state);
  if (e->spared_share <= 0)
    return;
  int count = pme__level_state_program(e->state)->reference_count;
  pme__placement_deviations *placements = PME_ARENA_NEW(e->arena, pme__placement_deviations, count);
  e->no_memory |= !placements;
  for (int r = 0; placements && r < count; r++)
    placements[r] = estimates[r].placements;
  pme__walk_collect(e, level->executions, estimates);
  for (int r = 0; placements && r < count; r++)
    estimates[r].placements = placements[r];
}
