/* Families: strata that are alike, and neighbours in a line, which share points. */
#include <string.h>

#include "walk_strata.h"

typedef pme__walk_sampled stratum;
typedef pme__walk_family family;
typedef pme__walk_estimator estimator;

enum { REPLICATES = PME__WALK_REPLICATES };
/* From so many strata on those that are alike get samples together: else the ones that met a miss early would be looked
 * at more closely than those that met none, and most of the latter's misses would never be seen. Each is compared with
 * so many families. */
enum { STRATA_FOR_FAMILIES = 128, FAMILIES_COMPARED = 64 };
/* A family shares points when so many of its strata miss at some and not at others. */
enum { LEAST_MIXED = 2 };

/* Variance of the sum over strata whose replicates are at the same points. */
static double variance_of_sum(const estimator *e, const family *f) {
  double sums[REPLICATES] = {0}, mean = 0, spread = 0;
  int replicates = e->strata[f->first].replicates;
  for (int i = f->first; i != PME_NONE; i = e->strata[i].next)
    for (int r = 0; r < replicates; r++)
      sums[r] += e->strata[i].sums[r] * e->strata[i].executions / (double)e->strata[i].samples;
  for (int r = 0; r < replicates; r++)
    mean += sums[r] / replicates;
  for (int r = 0; r < replicates; r++)
    spread += (sums[r] - mean) * (sums[r] - mean);
  return spread / ((double)replicates * (replicates - 1));
}

void pme__walk_sum_family(const estimator *e, family *f) {
  f->variance = 0;
  f->work = 100;
  f->samples = 0;
  f->missing = 0;
  f->walks = 0;
  f->chosen = false;
  for (int i = f->first; i != PME_NONE; i = e->strata[i].next) {
    const stratum *s = &e->strata[i];
    if (s->samples == 0 || s->failed)
      continue;
    f->variance += s->variance;
    f->work += (double)s->work;
    f->samples += pme__walk_samples_of(s);
    f->missing += s->missing;
    f->walks += s->walks;
  }
  f->own_variance = f->variance;
  if (f->shares && f->missing > 0 && f->missing < f->walks)
    f->variance = variance_of_sum(e, f);
}

/* Whether several of the family's strata miss at some points and not at others, and all have samples. */
static bool is_mixed(const estimator *e, const family *f) {
  int mixed = 0;
  for (int i = f->first; i != PME_NONE; i = e->strata[i].next) {
    const stratum *s = &e->strata[i];
    if (s->samples == 0 || s->failed)
      return false;
    mixed += s->missing > 0 && s->missing < s->walks;
  }
  return mixed >= LEAST_MIXED && f->missing >= PME__WALK_FEW && f->walks - f->missing >= PME__WALK_FEW;
}

/* Begins again, at the points of the first of the family. */
static void share_points(estimator *e, family *f) {
  stratum *first = &e->strata[f->first];
  for (int i = 0; i < REPLICATES; i++)
    pme__walk_sequence_init(&first->sequences[i], &e->random);
  f->shares = true;
  for (int i = f->first; i != PME_NONE; i = e->strata[i].next) {
    stratum *s = &e->strata[i];
    memmove(s->sequences, first->sequences, sizeof s->sequences);
    memset(s->sums, 0, sizeof s->sums);
    s->squares = s->weights = s->undecided = 0;
    s->replicates = 0;
    s->samples = s->walks = s->missing = 0;
    s->shares = true;
  }
  for (int i = f->first; i != PME_NONE; i = e->strata[i].next) {
    pme__walk_sample_more(e, &e->strata[i], 1); /* FIRST_REPLICATES */
    pme__walk_sample_more(e, &e->strata[i], 1); /* twice as many: that few would be too few to tell what they scatter */
  }
}

void pme__walk_share_points(estimator *e, double effort) {
  for (int f = 0; f < e->family_count && pme__walk_work_of(e) < effort; f++) {
    family *of = &e->families[f];
    pme__walk_sum_family(e, of);
    if (of->of_bundle && of->count > 1 && is_mixed(e, of))
      share_points(e, of);
  }
}

/* Same place, same class, same strides in the same array. */
static bool are_alike(const estimator *e, const stratum *a, const stratum *b) {
  const pme__walk_reference *references = pme__walk_sieve_program(e->sieve)->references;
  const pme__walk_reference *r = &references[a->classes->reference], *q = &references[b->classes->reference];
  return a->class_number == b->class_number && a->classes->small_count == b->classes->small_count &&
         a->executions == b->executions && r->array == q->array && r->group->parent == q->group->parent &&
         memcmp(r->offset.coefficients, q->offset.coefficients, sizeof r->offset.coefficients) == 0;
}

/* A family of strata that are alike; PME_NONE: none is known. */
static int find_alike(const estimator *e, const stratum *s) {
  int least = e->family_count > FAMILIES_COMPARED ? e->family_count - FAMILIES_COMPARED : 0;
  for (int f = e->family_count - 1; f >= least && e->stratum_count >= STRATA_FOR_FAMILIES; f--)
    if (!e->families[f].of_bundle && are_alike(e, &e->strata[e->families[f].first], s))
      return f;
  return PME_NONE;
}

/* The family of what is first in its line, of the stratum's bundle. PME_NONE: it is not of that kind, or the first. */
static int find_in_bundle(const estimator *e, const stratum *s, int *family_of_bundle) {
  int *f = &family_of_bundle[pme__walk_sieve_bundling(e->sieve)->bundles[s->classes->reference]];
  if (*f == PME_NONE)
    *f = e->family_count;
  else if (are_alike(e, &e->strata[e->families[*f].first], s))
    return *f;
  return PME_NONE;
}

static bool is_alone(const estimator *e, const stratum *s) {
  const pme__walk_bundling *bundling = pme__walk_sieve_bundling(e->sieve);
  int b = bundling->bundles[s->classes->reference];
  return bundling->first[b + 1] - bundling->first[b] == 1;
}

bool pme__walk_find_families(estimator *e) {
  int bundles = pme__walk_sieve_bundling(e->sieve)->count;
  int *family_of_bundle = PME_ARENA_NEW(e->arena, int, bundles);
  e->families = PME_ARENA_NEW(e->arena, family, e->stratum_count);
  if (!e->families || !family_of_bundle)
    return false;
  for (int b = 0; b < bundles; b++)
    family_of_bundle[b] = PME_NONE;
  for (int i = 0; i < e->stratum_count; i++) {
    stratum *s = &e->strata[i];
    bool of_bundle = pme__walk_leads_everywhere(s) && !is_alone(e, s);
    int f = of_bundle ? find_in_bundle(e, s, family_of_bundle) : find_alike(e, s);
    if (f == PME_NONE) {
      f = e->family_count++;
      e->families[f] = (family){.first = i, .last = i, .of_bundle = of_bundle};
    } else {
      e->strata[e->families[f].last].next = i;
      e->families[f].last = i;
    }
    e->families[f].count++;
    s->family = f;
    s->next = PME_NONE;
  }
  return true;
}
