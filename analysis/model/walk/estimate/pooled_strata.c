/* Pools: strata that get samples together. Correlated strata: those of an access group, sampled at the same points. */
#include <string.h>

#include "strata.h"

typedef pme__stratum stratum;
typedef pme__stratum_pool pool;
typedef pme__correlated_strata correlated;
typedef pme__walk_estimator estimator;

enum { REPLICATES = PME__WALK_REPLICATES };
/* From so many strata on those that are alike get samples together: else the ones that met a miss early would be looked
 * at more closely than those that met none, and most of the latter's misses would never be seen. Each is compared with
 * so many pools. */
enum { STRATA_FOR_POOLS = 128, POOLS_COMPARED = 64 };
/* Strata of an access group share points from so many on, in so many replicates at least: fewer would not tell what
 * their sum scatters. Which ones do must not depend on what was found: those that found little would not look again. */
enum { LEAST_SHARING = 3, LEAST_REPLICATES = 8 };

/* ---- correlated strata ---- */

/* Variance of the sum over strata whose replicates are at the same points. */
static double variance_of_sum(const estimator *e, const correlated *n) {
  double sums[REPLICATES] = {0}, mean = 0, spread = 0;
  int replicates = e->strata[n->first].replicates;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_correlated)
    for (int r = 0; r < replicates; r++)
      sums[r] += e->strata[i].sums[r] * e->strata[i].executions / (double)e->strata[i].samples;
  for (int r = 0; r < replicates; r++)
    mean += sums[r] / replicates;
  for (int r = 0; r < replicates; r++)
    spread += (sums[r] - mean) * (sums[r] - mean);
  return spread / ((double)replicates * (replicates - 1));
}

/* Whether all have samples at the same points, and some of these missed, and some did not. */
static bool are_mixed(const estimator *e, const correlated *n) {
  const stratum *first = &e->strata[n->first];
  int64_t missing = 0, walks = 0;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_correlated) {
    const stratum *s = &e->strata[i];
    if (s->samples == 0 || s->failed || s->samples != first->samples || s->replicates != first->replicates)
      return false;
    missing += s->missing;
    walks += s->walks;
  }
  return missing > 0 && missing < walks;
}

/* What a stratum did not meet one correlated with it did: it is no longer unseen, but may happen to it, too. */
static void admit_pure(const estimator *e, const correlated *n) {
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_correlated) {
    stratum *s = &e->strata[i];
    double deviation = s->unseen / s->lines;
    s->variance = s->unseen > 0 ? deviation * deviation : s->variance;
    s->unseen = 0;
  }
}

static void sum_correlated(const estimator *e, correlated *n) {
  bool mixed = are_mixed(e, n);
  if (mixed)
    admit_pure(e, n);
  n->own_variance = 0;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_correlated)
    n->own_variance += e->strata[i].samples > 0 && !e->strata[i].failed ? e->strata[i].variance : 0;
  n->variance = mixed ? variance_of_sum(e, n) : n->own_variance;
}

void pme__fill_correlated(estimator *e, double effort) {
  for (int g = 0; g < e->correlated_count && pme__walk_work_of(e) < effort; g++)
    if (are_mixed(e, &e->correlated[g]))
      for (int i = e->correlated[g].first; i != PME_NONE; i = e->strata[i].next_correlated)
        while (e->strata[i].replicates < LEAST_REPLICATES && !e->strata[i].failed)
          pme__walk_sample_more(e, &e->strata[i], 1);
}

static void share_points(estimator *e, correlated *n) {
  const stratum *first = &e->strata[n->first];
  const pme__tree_reference *references = pme__level_state_program(e->state)->references;
  int64_t low = INT64_MAX, high = INT64_MIN, line = pme__level_state_filter(e->state)->line_bytes;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_correlated) {
    const pme__tree_reference *reference = &references[e->strata[i].carriers->reference];
    low = reference->offset.constant < low ? reference->offset.constant : low;
    high = reference->offset.constant > high ? reference->offset.constant : high;
  }
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_correlated) {
    memmove(e->strata[i].sequences, first->sequences, sizeof first->sequences);
    e->strata[i].lines = (int)((high - low + line - 1) / line) + 1;
  }
}

/* ---- who belongs together ---- */

/* Same body, same stratum, same strides in the same array. */
static bool are_alike(const estimator *e, const stratum *a, const stratum *b) {
  const pme__tree_reference *references = pme__level_state_program(e->state)->references;
  const pme__tree_reference *r = &references[a->carriers->reference], *q = &references[b->carriers->reference];
  return a->carrier == b->carrier && a->carriers->count == b->carriers->count && a->executions == b->executions &&
         r->array == q->array && r->body->parent == q->body->parent &&
         memcmp(r->offset.coefficients, q->offset.coefficients, sizeof r->offset.coefficients) == 0;
}

/* Puts what is first in its line behind the others of its access group that are. */
static void find_correlated(estimator *e, int i, int *correlated_of_group) {
  stratum *s = &e->strata[i];
  int *g = &correlated_of_group[pme__level_state_grouping(e->state)->group_of[s->carriers->reference]];
  s->correlated = s->next_correlated = PME_NONE;
  s->lines = 1;
  if (!pme__walk_leads_everywhere(s))
    return;
  if (*g == PME_NONE) {
    *g = e->correlated_count++;
    e->correlated[*g] = (correlated){.first = i, .last = i, .pool = PME_NONE};
  } else if (!are_alike(e, &e->strata[e->correlated[*g].first], s)) {
    return;
  }
  correlated *n = &e->correlated[*g];
  if (n->last != i)
    e->strata[n->last].next_correlated = i;
  n->last = i;
  n->count++;
  s->correlated = *g;
}

/* Too few for that: each for itself. */
static void drop_small(estimator *e) {
  int kept = 0;
  for (int g = 0; g < e->correlated_count; g++) {
    correlated n = e->correlated[g];
    for (int i = n.first, next; i != PME_NONE; i = next) {
      next = e->strata[i].next_correlated;
      e->strata[i].correlated = n.count < LEAST_SHARING ? PME_NONE : kept;
      e->strata[i].next_correlated = n.count < LEAST_SHARING ? PME_NONE : next;
    }
    if (n.count < LEAST_SHARING)
      continue;
    e->correlated[kept] = n;
    share_points(e, &e->correlated[kept++]);
  }
  e->correlated_count = kept;
}

/* The pool that a stratum belongs to; PME_NONE: none of those known. */
static int find_pool(const estimator *e, const stratum *s) {
  int least = e->pool_count > POOLS_COMPARED ? e->pool_count - POOLS_COMPARED : 0;
  if (e->stratum_count < STRATA_FOR_POOLS)
    return s->correlated == PME_NONE ? PME_NONE : e->correlated[s->correlated].pool;
  for (int f = e->pool_count - 1; f >= least; f--)
    if (are_alike(e, &e->strata[e->pools[f].first], s))
      return f;
  return PME_NONE;
}

static void join_pool(estimator *e, int i) {
  stratum *s = &e->strata[i];
  int f = find_pool(e, s);
  if (f == PME_NONE) {
    f = e->pool_count++;
    e->pools[f] = (pool){.first = i, .last = i};
  } else {
    e->strata[e->pools[f].last].next = i;
    e->pools[f].last = i;
  }
  e->pools[f].count++;
  s->pool = f;
  s->next = PME_NONE;
  if (s->correlated != PME_NONE)
    e->correlated[s->correlated].pool = f;
}

bool pme__find_pools(estimator *e) {
  int access_groups = pme__level_state_grouping(e->state)->count;
  int *correlated_of_group = PME_ARENA_NEW(e->arena, int, access_groups);
  e->correlated = PME_ARENA_NEW(e->arena, correlated, access_groups);
  e->pools = PME_ARENA_NEW(e->arena, pool, e->stratum_count);
  if (!e->pools || !e->correlated || !correlated_of_group)
    return false;
  for (int b = 0; b < access_groups; b++)
    correlated_of_group[b] = PME_NONE;
  for (int i = 0; i < e->stratum_count; i++)
    find_correlated(e, i, correlated_of_group);
  drop_small(e);
  for (int i = 0; i < e->stratum_count; i++)
    join_pool(e, i);
  return true;
}

void pme__sum_pools(const estimator *e) {
  for (int g = 0; g < e->correlated_count; g++)
    sum_correlated(e, &e->correlated[g]);
  for (int f = 0; f < e->pool_count; f++) {
    pool *of = &e->pools[f];
    *of = (pool){.first = of->first, .last = of->last, .count = of->count, .work = 100};
    for (int i = of->first; i != PME_NONE; i = e->strata[i].next) {
      const stratum *s = &e->strata[i];
      if (s->samples == 0 || s->failed)
        continue;
      of->variance += s->variance * pme__walk_share_of_variance(e, s);
      of->work += (double)s->work;
      of->samples += pme__walk_samples_of(s);
      of->missing += s->missing;
      of->walks += s->walks;
    }
  }
}
