/* Families: strata that get samples together. Neighbours: those of a bundle, at the same points. */
#include <string.h>

#include "strata.h"

typedef pme__walk_sampled stratum;
typedef pme__walk_family family;
typedef pme__walk_neighbours neighbours;
typedef pme__walk_estimator estimator;

enum { REPLICATES = PME__WALK_REPLICATES };
/* From so many strata on those that are alike get samples together: else the ones that met a miss early would be looked
 * at more closely than those that met none, and most of the latter's misses would never be seen. Each is compared with
 * so many families. */
enum { STRATA_FOR_FAMILIES = 128, FAMILIES_COMPARED = 64 };
/* Strata of a bundle share points from so many on, in so many replicates at least: fewer would not tell what their sum
 * scatters. Which ones do must not depend on what was found: those that found little would not look again. */
enum { LEAST_SHARING = 3, LEAST_REPLICATES = 8 };

/* ---- neighbours ---- */

/* Variance of the sum over strata whose replicates are at the same points. */
static double variance_of_sum(const estimator *e, const neighbours *n) {
  double sums[REPLICATES] = {0}, mean = 0, spread = 0;
  int replicates = e->strata[n->first].replicates;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_neighbour)
    for (int r = 0; r < replicates; r++)
      sums[r] += e->strata[i].sums[r] * e->strata[i].executions / (double)e->strata[i].samples;
  for (int r = 0; r < replicates; r++)
    mean += sums[r] / replicates;
  for (int r = 0; r < replicates; r++)
    spread += (sums[r] - mean) * (sums[r] - mean);
  return spread / ((double)replicates * (replicates - 1));
}

/* Whether all have samples at the same points, and some of these missed, and some did not. */
static bool are_mixed(const estimator *e, const neighbours *n) {
  const stratum *first = &e->strata[n->first];
  int64_t missing = 0, walks = 0;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_neighbour) {
    const stratum *s = &e->strata[i];
    if (s->samples == 0 || s->failed || s->samples != first->samples || s->replicates != first->replicates)
      return false;
    missing += s->missing;
    walks += s->walks;
  }
  return missing > 0 && missing < walks;
}

/* What a stratum did not meet one of its neighbours did: it is no longer unseen, but may happen to it, too. */
static void admit_pure(const estimator *e, const neighbours *n) {
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_neighbour) {
    stratum *s = &e->strata[i];
    double deviation = s->unseen / s->lines;
    s->variance = s->unseen > 0 ? deviation * deviation : s->variance;
    s->unseen = 0;
  }
}

static void sum_neighbours(const estimator *e, neighbours *n) {
  bool mixed = are_mixed(e, n);
  if (mixed)
    admit_pure(e, n);
  n->own_variance = 0;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_neighbour)
    n->own_variance += e->strata[i].samples > 0 && !e->strata[i].failed ? e->strata[i].variance : 0;
  n->variance = mixed ? variance_of_sum(e, n) : n->own_variance;
}

void pme__walk_fill_neighbours(estimator *e, double effort) {
  for (int g = 0; g < e->neighbours_count && pme__walk_work_of(e) < effort; g++)
    if (are_mixed(e, &e->neighbours[g]))
      for (int i = e->neighbours[g].first; i != PME_NONE; i = e->strata[i].next_neighbour)
        while (e->strata[i].replicates < LEAST_REPLICATES && !e->strata[i].failed)
          pme__walk_sample_more(e, &e->strata[i], 1);
}

static void share_points(estimator *e, neighbours *n) {
  const stratum *first = &e->strata[n->first];
  const pme__tree_reference *references = pme__walk_sieve_program(e->sieve)->references;
  int64_t low = INT64_MAX, high = INT64_MIN, line = pme__walk_sieve_filter(e->sieve)->line_bytes;
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_neighbour) {
    const pme__tree_reference *reference = &references[e->strata[i].classes->reference];
    low = reference->offset.constant < low ? reference->offset.constant : low;
    high = reference->offset.constant > high ? reference->offset.constant : high;
  }
  for (int i = n->first; i != PME_NONE; i = e->strata[i].next_neighbour) {
    memmove(e->strata[i].sequences, first->sequences, sizeof first->sequences);
    e->strata[i].lines = (int)((high - low + line - 1) / line) + 1;
  }
}

/* ---- who belongs together ---- */

/* Same place, same class, same strides in the same array. */
static bool are_alike(const estimator *e, const stratum *a, const stratum *b) {
  const pme__tree_reference *references = pme__walk_sieve_program(e->sieve)->references;
  const pme__tree_reference *r = &references[a->classes->reference], *q = &references[b->classes->reference];
  return a->class_number == b->class_number && a->classes->small_count == b->classes->small_count &&
         a->executions == b->executions && r->array == q->array && r->group->parent == q->group->parent &&
         memcmp(r->offset.coefficients, q->offset.coefficients, sizeof r->offset.coefficients) == 0;
}

/* Puts what is first in its line behind the others of its bundle that are. */
static void find_neighbours(estimator *e, int i, int *neighbours_of_bundle) {
  stratum *s = &e->strata[i];
  int *g = &neighbours_of_bundle[pme__walk_sieve_bundling(e->sieve)->bundles[s->classes->reference]];
  s->neighbours = s->next_neighbour = PME_NONE;
  s->lines = 1;
  if (!pme__walk_leads_everywhere(s))
    return;
  if (*g == PME_NONE) {
    *g = e->neighbours_count++;
    e->neighbours[*g] = (neighbours){.first = i, .last = i, .family = PME_NONE};
  } else if (!are_alike(e, &e->strata[e->neighbours[*g].first], s)) {
    return;
  }
  neighbours *n = &e->neighbours[*g];
  if (n->last != i)
    e->strata[n->last].next_neighbour = i;
  n->last = i;
  n->count++;
  s->neighbours = *g;
}

/* Too few for that: each for itself. */
static void drop_small(estimator *e) {
  int kept = 0;
  for (int g = 0; g < e->neighbours_count; g++) {
    neighbours n = e->neighbours[g];
    for (int i = n.first, next; i != PME_NONE; i = next) {
      next = e->strata[i].next_neighbour;
      e->strata[i].neighbours = n.count < LEAST_SHARING ? PME_NONE : kept;
      e->strata[i].next_neighbour = n.count < LEAST_SHARING ? PME_NONE : next;
    }
    if (n.count < LEAST_SHARING)
      continue;
    e->neighbours[kept] = n;
    share_points(e, &e->neighbours[kept++]);
  }
  e->neighbours_count = kept;
}

/* The family that a stratum belongs to; PME_NONE: none of those known. */
static int find_family(const estimator *e, const stratum *s) {
  int least = e->family_count > FAMILIES_COMPARED ? e->family_count - FAMILIES_COMPARED : 0;
  if (e->stratum_count < STRATA_FOR_FAMILIES)
    return s->neighbours == PME_NONE ? PME_NONE : e->neighbours[s->neighbours].family;
  for (int f = e->family_count - 1; f >= least; f--)
    if (are_alike(e, &e->strata[e->families[f].first], s))
      return f;
  return PME_NONE;
}

static void join_family(estimator *e, int i) {
  stratum *s = &e->strata[i];
  int f = find_family(e, s);
  if (f == PME_NONE) {
    f = e->family_count++;
    e->families[f] = (family){.first = i, .last = i};
  } else {
    e->strata[e->families[f].last].next = i;
    e->families[f].last = i;
  }
  e->families[f].count++;
  s->family = f;
  s->next = PME_NONE;
  if (s->neighbours != PME_NONE)
    e->neighbours[s->neighbours].family = f;
}

bool pme__walk_find_families(estimator *e) {
  int bundles = pme__walk_sieve_bundling(e->sieve)->count;
  int *neighbours_of_bundle = PME_ARENA_NEW(e->arena, int, bundles);
  e->neighbours = PME_ARENA_NEW(e->arena, neighbours, bundles);
  e->families = PME_ARENA_NEW(e->arena, family, e->stratum_count);
  if (!e->families || !e->neighbours || !neighbours_of_bundle)
    return false;
  for (int b = 0; b < bundles; b++)
    neighbours_of_bundle[b] = PME_NONE;
  for (int i = 0; i < e->stratum_count; i++)
    find_neighbours(e, i, neighbours_of_bundle);
  drop_small(e);
  for (int i = 0; i < e->stratum_count; i++)
    join_family(e, i);
  return true;
}

void pme__walk_sum_families(const estimator *e) {
  for (int g = 0; g < e->neighbours_count; g++)
    sum_neighbours(e, &e->neighbours[g]);
  for (int f = 0; f < e->family_count; f++) {
    family *of = &e->families[f];
    *of = (family){.first = of->first, .last = of->last, .count = of->count, .work = 100};
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
