/* Strata are sampled in rounds; each round goes to the stratum whose variance falls most for the effort. */
#include "walk_estimate.h"

#include "walk_certificate.h"
#include "walk_fit.h"
#include "walk_record.h"
#include "walk_vary.h"
#include <math.h>
#include <string.h>

typedef pme__walk_sieve walk_sieve;

enum { REPLICATES = PME__WALK_REPLICATES, FIRST_REPLICATES = 4, FEW = 3, RARE = 10 };
/* 97.5% point of Student's distribution with 15 degrees of freedom, and what the targets are lowered by because it is
 * tempting to stop when the interval looks small (spec sampled-walk.md 6.4). */
static const double STUDENT = 2.13, WIDENING = 1.15;
/* What is reported: the variances of several strata are pooled, which gives more degrees of freedom (60: 2.00), and
 * intervals hold the truth often enough without widening (docs/walk.md). */
static const double POOLED = 2;
/* A stratum with almost only hits, or only misses, may hide one of the others: its deviation is at least this many
 * mean weights, divided by the number of samples. Where all samples are alike this is UNSEEN: of several such strata
 * the largest counts, not the sum. For if stratum i, of W_i executions, missed with probability p_i, n_i hits in each
 * would have the probability exp(-sum n_i p_i); that is below 3% when sum n_i p_i > 3.4, so in all other cases the
 * misses sum W_i p_i are below 3.4 times the largest W_i / n_i. Likewise for hits in strata that always missed. */
static const double FLOOR = 1.4;
/* Misses of a stratum that are kept to find out their kinds: so many at most, so many always; and the share of the
 * effort that is set aside for it. */
enum { MOST_KEPT = 32, LEAST_CLASSIFIED = 1 };
static const double EFFORT_FOR_KINDS = 0.15;
/* Samples are made for a variance so many times smaller than asked for: the next look at it may find it larger. */
static const double ENOUGH = 1.3;
/* Of the targets, when patience is over; and before this share of it, when more precision is cheap. */
static const double IMPATIENCE = 2.5, ABSOLUTE_IMPATIENCE = 10, EARLY = 0.25, EARLY_PRECISION = 0.55;

/* A walk may take this share of the effort, half as much after each one of the stratum that took longer, and something
 * always. */
static const double EFFORT_OF_WALK = 0.05;
static const int64_t LEAST_EFFORT_OF_WALK = 30000;
/* Every stratum gets a first round, as long as that does not take so many times the effort; what is left then without
 * one stays unknown. Proofs may take this share. */
static const double OVERTIME = 2, EFFORT_OF_PROOFS = 0.5;
/* Of very many strata a random part gets its first round within this share of the effort: the others are taken to be
 * like those of their kind, of which there must be so many. */
enum { MANY_STRATA = 512, LEAST_ALIKE = 16 };
/* From so many strata on those that are alike get samples together: else the ones that met a miss early would be looked
 * at more closely than those that met none, and most of the latter's misses would never be seen. Each is compared with
 * so many families. */
enum { STRATA_FOR_FAMILIES = 128, FAMILIES_COMPARED = 64 };
/* A family shares points when so many of its strata miss at some and not at others. */
enum { LEAST_MIXED = 2 };
static const double EFFORT_OF_MANY = 0.7;
/* Of the effort, set aside for placements where bases are not known; they get at most so many times what the samples
 * took, in a quick answer so many times the patience. A stratum whose samples differ by less than this share of all
 * misses is left out; and what counts as a difference between placements, as a share of the half-width of the samples.
 */
static const double EFFORT_FOR_PLACES = 0.3, PLACES_TO_SAMPLES = 1, PLACES_TO_PATIENCE = 6, LEAST_VARYING = 0.005,
                    FINE_PLACES = 0.5;

/* A line that was missed. */
typedef struct kept_miss {
  pme__walk_instance instance;
  pme__walk_verdict verdict;
  int64_t line;
  double weight;
  int64_t *group_bases;
} kept_miss;

/* For a listener: who touched the line of a sample last. Rare ones beyond a few are not told. */
enum { MOST_TOUCHERS = 4 };
typedef struct toucher {
  int reference;
  int64_t count;
} toucher;

typedef struct stratum {
  const pme__walk_classes *classes;
  const pme__walk_source *source;
  int class_number;
  pme__walk_fit *fit; /* or NULL */
  double executions;
  pme__walk_sequence sequences[REPLICATES];
  double sums[REPLICATES]; /* weight * misses */
  double squares;          /* sum of (weight * misses)^2 */
  int replicates;          /* in use: FIRST_REPLICATES, twice as many, ..., REPLICATES */
  int64_t samples;         /* per replicate in use */
  int64_t walks, missing;  /* samples with a weight; those of them that missed */
  double weights;          /* sum */
  double undecided;        /* sum of weights of lines whose walk took too long; they count as half a miss */
  int kept_count;
  kept_miss *kept;
  double classified, cold, other; /* sums of weight * misses: looked at; of these first touches; due to other threads */
  int64_t work, work_of_walk;     /* so far; what one walk may take */
  double misses, variance, unseen; /* estimate; its variance without; deviation due to what no sample met */
  bool failed;                     /* no points found */
  bool shares;                     /* its points are those of its family */
  int family, next;                /* next: of the family, PME_NONE: the last one */
  toucher touchers[MOST_TOUCHERS];
} stratum;

/* Strata that are sampled together. The strata of a bundle may also SHARE points: they meet the same iteration at the
 * same place of a line, where the first touches of 25 neighbours of 8 bytes are three or four, never none or ten. What
 * the sum over them scatters, over the replicates, is much less than what each of them does. */
typedef struct family {
  int first, last; /* strata */
  int count;
  bool of_bundle, shares;
  double variance, own_variance; /* of the sum; the sum of the variances */
  double work, samples;
  int64_t missing, walks;
  bool chosen;
} family;

typedef struct estimator {
  walk_sieve *sieve;
  const pme__walk_options *options;
  double effort, patience; /* of this level */
  uint64_t random;
  int stratum_count;
  stratum *strata;
  int family_count;
  family *families;
  int64_t *group_bases;
  double executions; /* of all references */
  pme_arena *arena;
  bool no_memory;
} estimator;

/* ---- sampling ---- */

static int64_t work_of(const estimator *e) { return pme__walk_work(e->sieve); }

static void keep(estimator *e, stratum *s, const kept_miss *miss) {
  int groups = pme__walk_sieve_program(e->sieve)->group_count;
  if (s->kept_count == MOST_KEPT)
    return;
  if (!s->kept)
    s->kept = PME_ARENA_NEW(e->arena, kept_miss, MOST_KEPT);
  int64_t *bases = PME_ARENA_NEW(e->arena, int64_t, groups);
  if (!s->kept || !bases) {
    e->no_memory = true;
    return;
  }
  if (groups)
    memcpy(bases, e->group_bases, (size_t)groups * sizeof *bases);
  s->kept[s->kept_count] = *miss;
  s->kept[s->kept_count++].group_bases = bases;
}

/* Whoever listens gets to know who touched the line, also where that was not needed. */
static void note_toucher(const estimator *e, stratum *s, const pme__walk_instance *instance, int64_t line) {
  if (!e->options->recorder)
    return;
  int64_t before = work_of(e);
  bool found = pme__walk_decide(e->sieve, instance, line, PME__WALK_RIVALS_NONE) == PME__WALK_HIT;
  pme__walk_charge(e->sieve, before - work_of(e)); /* equal numbers, listener or not */
  int reference = pme__walk_toucher(e->sieve);
  for (int i = 0; found && i < MOST_TOUCHERS; i++)
    if (s->touchers[i].count == 0 || s->touchers[i].reference == reference) {
      s->touchers[i].reference = reference;
      s->touchers[i].count++;
      return;
    }
}

static void sample(estimator *e, stratum *s, int replicate) {
  pme__walk_instance instance;
  int64_t work = 0, first, last;
  double missing = 0;
  s->failed |= !pme__walk_draw(s->source, &s->sequences[replicate], &e->random, &instance, e->group_bases, &work);
  pme__walk_charge(e->sieve, work);
  if (s->failed)
    return;
  if (s->source->moves_bases)
    pme__walk_sieve_place(e->sieve, e->group_bases);
  double weight = pme__walk_project(e->sieve, s->classes, s->class_number, &e->random, &instance);
  if (weight == 0)
    return;
  s->weights += weight;
  s->walks++;
  pme__walk_lines(e->sieve, &instance, &first, &last);
  pme__walk_limit(e->sieve, s->work_of_walk);
  for (int64_t line = first; line <= last; line++) {
    pme__walk_verdict verdict = pme__walk_decide_member(e->sieve, s->fit, &instance, line);
    if (verdict == PME__WALK_HIT) {
      note_toucher(e, s, &instance, line);
      continue;
    }
    if (verdict == PME__WALK_UNDECIDED) {
      s->work_of_walk = s->work_of_walk / 2 > LEAST_EFFORT_OF_WALK ? s->work_of_walk / 2 : LEAST_EFFORT_OF_WALK;
      s->undecided += weight;
      missing += 0.5;
      continue;
    }
    missing++;
    keep(e, s, &(kept_miss){instance, verdict, line, weight, NULL});
  }
  s->missing += missing > 0;
  s->sums[replicate] += weight * missing;
  s->squares += weight * missing * weight * missing;
}

static double samples_of(const stratum *s) { return (double)s->samples * s->replicates; }

/* Misses of the stratum, the variance of that, and what may be unseen. */
static void evaluate(stratum *s) {
  double mean = 0, spread = 0, all = samples_of(s);
  for (int i = 0; i < s->replicates; i++)
    mean += s->sums[i] / all;
  for (int i = 0; i < s->replicates; i++) {
    double difference = s->sums[i] / (double)s->samples - mean;
    spread += difference * difference;
  }
  spread /= (double)s->replicates * (s->replicates - 1);
  double weight = s->walks > 0 ? s->weights / all : 0.5 / (all + 1); /* none seen: the class may be rare */
  double floor = FLOOR * weight / (double)(s->walks + 2);
  bool is_pure = s->missing == 0 || s->missing == s->walks;
  bool is_unseen = is_pure && !s->shares; /* what one of a family did not meet another one did */
  if (!is_unseen && (s->missing < FEW || s->walks - s->missing < FEW))
    spread += floor * floor;
  s->misses = mean * s->executions;
  s->variance = spread * s->executions * s->executions;
  s->unseen = is_unseen ? floor * s->executions : 0;
}

static void sample_replicates(estimator *e, stratum *s, int from, int to, int64_t count) {
  int64_t before = work_of(e);
  for (int replicate = from; replicate < to; replicate++)
    for (int64_t n = 0; n < count && !s->failed; n++)
      sample(e, s, replicate);
  s->work += work_of(e) - before;
}

/* About twice as many samples as before: more replicates first, then `count` more in each. */
static void sample_more(estimator *e, stratum *s, int64_t count) {
  if (s->samples == 0) {
    sample_replicates(e, s, 0, FIRST_REPLICATES, 1);
    s->replicates = FIRST_REPLICATES;
    s->samples = 1;
  } else if (s->replicates < REPLICATES) {
    sample_replicates(e, s, s->replicates, 2 * s->replicates, s->samples);
    s->replicates *= 2;
  } else {
    sample_replicates(e, s, 0, REPLICATES, count);
    s->samples += count;
  }
  evaluate(s);
}

/* ---- estimates ---- */

/* What undecided walks may hide, either way. */
static double doubt_of(const stratum *s) { return s->undecided / 2 / samples_of(s) * s->executions; }

typedef struct total {
  double misses, variance, doubt;
  double unseen;  /* the largest */
  int best;       /* family where effort pays most, PME_NONE: nowhere; or */
  bool is_unseen; /* ... in all strata whose unseen part is near the largest */
} total;

static bool is_near(const stratum *s, double unseen) { return !s->failed && s->unseen > 0.5 * unseen; }

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

static void sum_family(const estimator *e, family *f) {
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
    f->samples += samples_of(s);
    f->missing += s->missing;
    f->walks += s->walks;
  }
  f->own_variance = f->variance;
  if (f->shares && f->missing > 0 && f->missing < f->walks)
    f->variance = variance_of_sum(e, f);
}

static total evaluate_all(const estimator *e) {
  total t = {.best = PME_NONE};
  double best_gain = 0, work_on_unseen = 100;
  for (int f = 0; f < e->family_count; f++) {
    sum_family(e, &e->families[f]);
    t.variance += e->families[f].variance;
    double gain = e->families[f].variance / 2 / e->families[f].work;
    if (gain > best_gain) {
      best_gain = gain;
      t.best = f;
    }
  }
  for (int i = 0; i < e->stratum_count; i++) {
    stratum *s = &e->strata[i];
    if (s->samples == 0)
      continue;
    t.misses += s->misses;
    t.doubt += doubt_of(s);
    if (s->unseen > t.unseen && !s->failed)
      t.unseen = s->unseen;
  }
  for (int i = 0; i < e->stratum_count; i++)
    if (is_near(&e->strata[i], t.unseen))
      work_on_unseen += (double)e->strata[i].work;
  t.variance += t.unseen * t.unseen;
  t.is_unseen = t.unseen > 0 && t.unseen * t.unseen / 2 / work_on_unseen > best_gain;
  return t;
}

static bool is_quick(const estimator *e) { return e->patience < e->effort; }

/* By how much the variance is too large: 1 and below is good enough. Doubt does not count, it does not shrink with more
 * samples. */
static double excess(const estimator *e, const total *t) {
  double relative = e->options->relative_target, absolute = e->options->absolute_target;
  if ((double)work_of(e) >= e->patience) {
    relative *= IMPATIENCE;
    absolute *= ABSOLUTE_IMPATIENCE;
  } else if (is_quick(e) && (double)work_of(e) < EARLY * e->patience) {
    relative *= EARLY_PRECISION;
  }
  double target =
      fmax(fmax(relative * t->misses, absolute * e->executions), e->options->target_misses) / (STUDENT * WIDENING);
  return t->variance / (target * target);
}

/* Samples for each replicate of the stratum: twice as many as there are, or fewer where fewer will do or the effort
 * ends. */
static int64_t next_round(const estimator *e, const family *f, double excess, double effort) {
  const stratum *s = &e->strata[f->first];
  double each = f->work / f->samples + 1;
  double fits = (effort - (double)work_of(e)) / (each * REPLICATES * f->count);
  double count = fmin((double)s->samples, fmin(fits, (double)s->samples * (ENOUGH * excess - 1)));
  return count > 1 ? (int64_t)ceil(count) : 1;
}

/* Whether placements are to be told apart. */
static bool varies(const estimator *e) {
  return e->options->places && pme__walk_sieve_program(e->sieve)->group_count > 0;
}

static void sample_chosen(estimator *e, double too_much, double effort) {
  for (int f = 0; f < e->family_count && work_of(e) < effort; f++) {
    if (!e->families[f].chosen || e->families[f].samples == 0)
      continue;
    int64_t count = next_round(e, &e->families[f], too_much, effort);
    for (int i = e->families[f].first; i != PME_NONE; i = e->strata[i].next)
      if (e->strata[i].samples > 0 && !e->strata[i].failed)
        sample_more(e, &e->strata[i], count);
  }
}

static void sample_unseen(estimator *e, double unseen, double too_much, double effort) {
  for (int i = 0; i < e->stratum_count; i++)
    if (is_near(&e->strata[i], unseen))
      e->families[e->strata[i].family].chosen = true;
  sample_chosen(e, too_much, effort);
}

static int gcd(int a, int b) { return b ? gcd(b, a % b) : a; }

/* All strata once, in an order that has nothing to do with that of the program. */
static void sample_first(estimator *e) {
  int count = e->stratum_count, stride = (int)(0.618 * count) + 1;
  double limit = e->effort * (count < MANY_STRATA ? OVERTIME : EFFORT_OF_MANY);
  while (count > 0 && gcd(count, stride) > 1)
    stride++;
  for (int i = 0; i < count && work_of(e) < limit; i++)
    sample_more(e, &e->strata[(int64_t)i * stride % count], 1);
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
  return mixed >= LEAST_MIXED && f->missing >= FEW && f->walks - f->missing >= FEW;
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
    sample_more(e, &e->strata[i], 1); /* FIRST_REPLICATES */
    sample_more(e, &e->strata[i], 1); /* twice as many: that few would be too few to tell what they scatter */
  }
}

static void share_all(estimator *e, double effort) {
  for (int f = 0; f < e->family_count && work_of(e) < effort; f++) {
    family *of = &e->families[f];
    sum_family(e, of);
    if (of->of_bundle && of->count > 1 && is_mixed(e, of))
      share_points(e, of);
  }
}

/* Rounds until a target is met; then once more where misses are rare, for that is where stopping is tempting. */
static void refine(estimator *e) {
  bool again = true;
  double effort = e->effort * (1 - EFFORT_FOR_KINDS - (varies(e) ? EFFORT_FOR_PLACES : 0));
  share_all(e, effort);
  while (work_of(e) < effort && !e->no_memory) {
    total t = evaluate_all(e);
    if (t.best == PME_NONE && !t.is_unseen)
      return;
    double too_much = excess(e, &t);
    if (!(too_much <= 1) && t.is_unseen) {
      sample_unseen(e, t.unseen, too_much, effort);
      continue;
    }
    if (!(too_much <= 1)) {
      e->families[t.best].chosen = true;
      sample_chosen(e, too_much, effort);
      continue;
    }
    if (!again)
      return;
    again = false;
    for (int f = 0; f < e->family_count; f++)
      e->families[f].chosen = e->families[f].missing > 0 && e->families[f].missing < RARE;
    sample_chosen(e, 2 / ENOUGH, effort); /* as many again */
  }
}

/* ---- kinds of misses ---- */

/* Whether the line would have stayed if only its own thread's lines counted. */
static bool stays_alone(estimator *e, const stratum *s, const kept_miss *miss) {
  pme__walk_verdict verdict = PME__WALK_UNDECIDED;
  if (s->fit)
    verdict = pme__walk_fits(s->fit, &miss->instance, miss->line, PME__WALK_RIVALS_OWN);
  if (verdict == PME__WALK_UNDECIDED)
    verdict = pme__walk_decide(e->sieve, &miss->instance, miss->line, PME__WALK_RIVALS_OWN);
  return verdict == PME__WALK_HIT;
}

static void classify(estimator *e, stratum *s, const kept_miss *miss) {
  pme__walk_verdict verdict = miss->verdict;
  pme__walk_limit(e->sieve, s->work_of_walk);
  if (s->source->moves_bases)
    pme__walk_sieve_place(e->sieve, miss->group_bases);
  s->classified += miss->weight;
  if (pme__walk_comes_back(s->classes, s->class_number))
    verdict = PME__WALK_HIT;
  else if (verdict != PME__WALK_FIRST_TOUCH)
    verdict = pme__walk_decide(e->sieve, &miss->instance, miss->line, PME__WALK_RIVALS_NONE);
  if (verdict == PME__WALK_HIT)
    note_toucher(e, s, &miss->instance, miss->line);
  if (verdict == PME__WALK_FIRST_TOUCH || verdict == PME__WALK_UNDECIDED)
    s->cold += miss->weight;
  else if (pme__walk_is_shared(e->sieve) && stays_alone(e, s, miss))
    s->other += miss->weight;
}

static void classify_all(estimator *e) {
  double least = EFFORT_FOR_KINDS * e->patience, share = EFFORT_FOR_KINDS * (double)work_of(e);
  double limit = (double)work_of(e) + (share > least ? share : least);
  for (int n = 0; n < MOST_KEPT; n++)
    for (int i = 0; i < e->stratum_count; i++)
      if (n < e->strata[i].kept_count && (n < LEAST_CLASSIFIED || (double)work_of(e) < limit))
        classify(e, &e->strata[i], &e->strata[i].kept[n]);
}

/* ---- placements ---- */

/* Strata whose samples differ, with bases drawn for each: there the placement may matter. */
static int find_varying(const estimator *e, double least, pme__walk_varying *out) {
  int count = 0;
  for (int f = 0; f < e->family_count; f++) {
    const family *of = &e->families[f];
    for (int i = of->first; i != PME_NONE; i = e->strata[i].next) {
      const stratum *s = &e->strata[i];
      double all = samples_of(s);
      if (s->samples == 0 || s->failed)
        continue;
      double mean = s->misses / s->executions, spread = s->squares / all - mean * mean;
      double deviation = spread > 0 ? sqrt(spread) * s->executions : 0;
      if (s->shares)
        deviation = sqrt(of->variance * all / of->count);
      if (deviation > least)
        out[count++] = (pme__walk_varying){.classes = s->classes,
                                           .source = s->source,
                                           .class_number = s->class_number,
                                           .fit = s->fit,
                                           .executions = s->executions,
                                           .deviation = deviation,
                                           .work = (double)s->work / all,
                                           .family = s->shares ? f : PME_NONE,
                                           .all_missed = s->missing == s->walks};
    }
  }
  return count;
}

static pme_status vary(estimator *e, pme__walk_estimate *estimates) {
  int references = pme__walk_sieve_program(e->sieve)->reference_count;
  pme__walk_varying *strata = PME_ARENA_NEW(e->arena, pme__walk_varying, e->stratum_count);
  pme__walk_places *places = PME_ARENA_NEW(e->arena, pme__walk_places, references);
  if (!strata || !places)
    return PME_NO_MEMORY;
  memset(places, 0, (size_t)references * sizeof *places);
  total t = evaluate_all(e);
  double least =
      fmax(fmax(LEAST_VARYING * t.misses, e->options->absolute_target * e->executions), e->options->target_misses);
  double tolerance = fmax(FINE_PLACES * POOLED * sqrt(t.variance), least);
  int count = find_varying(e, least, strata);
  double used = (double)work_of(e), left = fmax(EFFORT_FOR_PLACES * e->effort, e->effort - used);
  if (is_quick(e))
    left = fmin(left, PLACES_TO_PATIENCE * e->patience);
  pme_status status = count == 0
                          ? PME_OK
                          : pme__walk_vary(e->sieve, strata, count, tolerance, fmin(PLACES_TO_SAMPLES * used, left),
                                           e->options->seed, e->arena, places);
  for (int r = 0; r < references; r++)
    estimates[r].places = places[r];
  return status;
}

/* ---- setting up ---- */

static pme_status add_stratum(estimator *e, const pme__walk_classes *classes, const pme__walk_source *source, int c,
                              int64_t executions) {
  stratum *s = &e->strata[e->stratum_count++];
  *s = (stratum){.classes = classes, .source = source, .class_number = c, .executions = (double)executions};
  s->work_of_walk = (int64_t)(e->effort * EFFORT_OF_WALK) + LEAST_EFFORT_OF_WALK;
  for (int i = 0; i < REPLICATES; i++)
    pme__walk_sequence_init(&s->sequences[i], &e->random);
  return pme__walk_fit_create(e->sieve, classes, c, e->arena, &s->fit);
}

/* Classes that cannot be proved to hit become strata. */
static pme_status add_strata(estimator *e, const pme__walk_classes *classes, const pme__walk_source *sources,
                             const int64_t *executions, pme_arena *arena, pme__walk_statistics *statistics) {
  pme__walk_prover *prover;
  pme_status status = pme__walk_prover_create(e->sieve, arena, &prover);
  if (status != PME_OK)
    return status;
  for (int r = 0; r < pme__walk_sieve_program(e->sieve)->reference_count; r++) {
    for (int c = 0; c <= classes[r].small_count && executions[r] > 0 && status == PME_OK; c++) {
      if (c < classes[r].small_count && (double)work_of(e) < EFFORT_OF_PROOFS * e->patience &&
          pme__walk_certify(prover, &classes[r], c))
        statistics->certified++;
      else
        status = add_stratum(e, &classes[r], &sources[r], c, executions[r]);
    }
  }
  return status == PME_OK ? pme__walk_prover_status(prover) : status;
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

static bool leads_everywhere(const stratum *s) { return s->class_number == s->classes->small_count; }

static bool is_alone(const estimator *e, const stratum *s) {
  const pme__walk_bundling *bundling = pme__walk_sieve_bundling(e->sieve);
  int b = bundling->bundles[s->classes->reference];
  return bundling->first[b + 1] - bundling->first[b] == 1;
}

static bool find_families(estimator *e) {
  int bundles = pme__walk_sieve_bundling(e->sieve)->count;
  int *family_of_bundle = PME_ARENA_NEW(e->arena, int, bundles);
  e->families = PME_ARENA_NEW(e->arena, family, e->stratum_count);
  if (!e->families || !family_of_bundle)
    return false;
  for (int b = 0; b < bundles; b++)
    family_of_bundle[b] = PME_NONE;
  for (int i = 0; i < e->stratum_count; i++) {
    stratum *s = &e->strata[i];
    bool of_bundle = leads_everywhere(s) && !is_alone(e, s);
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

static pme_status set_up(estimator *e, const int64_t *executions, pme_arena *arena, pme__walk_statistics *statistics) {
  const pme__walk_program *program = pme__walk_sieve_program(e->sieve);
  const pme__walk_filter *filter = pme__walk_sieve_filter(e->sieve);
  int count = program->reference_count, strata = 0;
  pme__walk_classes *classes = PME_ARENA_NEW(arena, pme__walk_classes, count);
  pme__walk_source *sources = PME_ARENA_NEW(arena, pme__walk_source, count);
  e->group_bases = PME_ARENA_NEW(arena, int64_t, program->group_count);
  if (!classes || !sources || !e->group_bases)
    return PME_NO_MEMORY;
  for (int r = 0; r < count; r++) {
    pme__walk_find_classes(e->sieve, r, &classes[r]);
    pme__walk_source_init(&sources[r], program, r, filter->line_bytes * filter->sets);
    strata += classes[r].small_count + 1;
    e->executions += (double)executions[r];
  }
  e->strata = PME_ARENA_NEW(arena, stratum, strata);
  if (!e->strata)
    return PME_NO_MEMORY;
  return add_strata(e, classes, sources, executions, arena, statistics);
}

/* Half of the 95% interval; `unseen` is a half-width, too. */
static double width_of(double variance, double unseen) { return sqrt(POOLED * POOLED * variance + unseen * unseen); }

/* Strata of one kind: first touches and what comes back after long, or the rest. */
typedef struct pool {
  int sampled, left;                      /* strata with samples; without */
  double misses, executions, cold, other; /* of those with samples */
  double squares;                         /* of their misses less the pool's share of executions */
  double draws, weights, walks, missing;  /* their samples */
  double executions_left;
} pool;

static pool *pool_of(const stratum *s, pool pools[2]) { return &pools[leads_everywhere(s)]; }

static void find_pools(const estimator *e, pool pools[2]) {
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    pool *p = pool_of(s, pools);
    bool has_samples = s->samples > 0 && !s->failed;
    p->sampled += has_samples;
    p->left += s->samples == 0;
    p->executions_left += s->samples == 0 ? s->executions : 0;
    p->draws += has_samples ? samples_of(s) : 0;
    p->weights += s->weights;
    p->walks += (double)s->walks;
    p->missing += (double)s->missing;
    p->misses += has_samples ? s->misses : 0;
    p->executions += has_samples ? s->executions : 0;
    p->cold += has_samples && s->classified > 0 ? s->misses * s->cold / s->classified : 0;
    p->other += has_samples && s->classified > 0 ? s->misses * s->other / s->classified : 0;
  }
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    pool *p = pool_of(s, pools);
    double difference = s->samples > 0 && !s->failed ? s->misses - p->misses / p->executions * s->executions : 0;
    p->squares += difference * difference;
  }
}

/* Deviation of what is left because misses are counted: their number is Poisson's, and may be more where few were
 * seen, for samples of a stratum are alike. */
static double counting_deviation(const pool *p) {
  double weight = p->draws > 0 ? p->weights / p->draws : 1;
  return sqrt(p->missing + 4) * weight * p->executions_left / (p->walks + 1);
}

/* A stratum that got no samples, by a random part of its kind. The sum over all that are left has the variance of
 * `left` new ones, and left^2 times that of the mean of those sampled: each gets its part of both, and of what is due
 * to counting. */
static bool collect_alike(const stratum *s, pool pools[2], pme__walk_estimate *estimate) {
  const pool *p = pool_of(s, pools);
  if (s->samples > 0 || p->sampled < LEAST_ALIKE)
    return false;
  double share = s->executions / p->executions, counting = counting_deviation(p);
  /* Where no sample missed, half a miss is taken for seen: the middle of what may be. */
  double hidden = p->missing > 0 ? 0 : 0.25 * counting / p->left;
  estimate->misses += p->misses * share + hidden;
  estimate->cold += p->cold * share;
  estimate->other_threads += p->other * share;
  estimate->half_width +=
      p->squares / (p->sampled - 1) * (1 + (double)p->left / p->sampled) + counting * counting / p->left;
  return true;
}

static void collect(const estimator *e, const int64_t *executions, pme__walk_estimate *estimates) {
  pool pools[2] = {{0}};
  find_pools(e, pools);
  int count = pme__walk_sieve_program(e->sieve)->reference_count;
  for (int r = 0; r < count; r++)
    estimates[r] = (pme__walk_estimate){.known = executions[r] >= 0};
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    pme__walk_estimate *estimate = &estimates[s->classes->reference];
    if (s->samples == 0 || s->failed) {
      estimate->known = collect_alike(s, pools, estimate) && estimate->known;
      continue;
    }
    estimate->misses += s->misses;
    const family *f = &e->families[s->family];
    if (f->own_variance > 0)
      estimate->cancelled += s->variance * (1 - f->variance / f->own_variance) * POOLED * POOLED;
    estimate->half_width += s->variance; /* summed as variances, made a width below; as is the next one */
    estimate->unseen = fmax(estimate->unseen, s->unseen);
    estimate->doubt += doubt_of(s);
    if (s->classified > 0) {
      estimate->cold += s->misses * s->cold / s->classified;
      estimate->other_threads += s->misses * s->other / s->classified;
    }
  }
  for (int r = 0; r < count; r++) {
    pme__walk_estimate *estimate = &estimates[r];
    estimate->unseen *= STUDENT * WIDENING;
    estimate->half_width = width_of(estimate->half_width, estimate->unseen) + estimate->doubt;
  }
  for (int r = 0; r < count && pme__walk_sieve_status(e->sieve) != PME_OK; r++)
    estimates[r].known = false; /* verdicts are void */
}

/* ---- for a listener ---- */

static void record_samples(const stratum *s, pme_stratum *out) {
  out->certified = false;
  if (s->samples == 0 || s->failed)
    return;
  out->misses = s->misses;
  out->half_width = width_of(s->variance, STUDENT * WIDENING * s->unseen) + doubt_of(s);
  out->samples = s->walks;
  out->missing = s->missing;
  out->undecided = s->weights > 0 ? s->undecided / s->weights : 0;
  if (s->classified > 0) {
    out->cold = out->misses * s->cold / s->classified;
    out->other_threads = out->misses * s->other / s->classified;
  }
  out->effort_nanoseconds = (double)s->work;
}

/* The access that most lines of the samples were touched by last. */
static void record_toucher(const estimator *e, const stratum *s, pme_stratum *out) {
  const toucher *most = &s->touchers[0];
  double all = 0;
  for (int i = 0; i < MOST_TOUCHERS; i++) {
    most = s->touchers[i].count > most->count ? &s->touchers[i] : most;
    all += (double)s->touchers[i].count;
  }
  if (all == 0)
    return;
  out->source = pme__walk_sieve_program(e->sieve)->references[most->reference].node;
  out->source_share = (double)most->count / all;
}

/* Strata are in the order of references and classes. A class without one was proved to hit; the last never is. */
static void record(const estimator *e, const int64_t *executions) {
  for (int i = 0; i < e->stratum_count && !e->no_memory; i++) {
    const stratum *s = &e->strata[i];
    bool is_first = i == 0 || s[-1].classes != s->classes;
    for (int c = is_first ? 0 : s[-1].class_number + 1; c <= s->class_number; c++) {
      pme_stratum row = pme__walk_stratum(e->sieve, s->classes, c);
      row.accesses = NAN;
      if (e->options->recorder->thorough)
        row.accesses = (double)executions[s->classes->reference] *
                       pme__walk_share(e->sieve, s->source, s->classes, c, e->group_bases);
      if (c == s->class_number)
        record_samples(s, &row);
      if (c == s->class_number)
        record_toucher(e, s, &row);
      pme__record_stratum(e->options->recorder,
                          pme__walk_sieve_program(e->sieve)->references[s->classes->reference].node, &row);
    }
  }
}

pme_status pme__walk_estimate_level(walk_sieve *sieve, const int64_t *executions, const pme__walk_options *options,
                                    double effort, pme_arena *arena, pme__walk_estimate *estimates,
                                    pme__walk_statistics *statistics) {
  estimator e = {.sieve = sieve,
                 .options = options,
                 .effort = effort,
                 .patience = effort * options->patience_nanoseconds / options->effort_nanoseconds,
                 .random = options->seed,
                 .arena = arena};
  *statistics = (pme__walk_statistics){0};
  pme_status status = set_up(&e, executions, arena, statistics);
  if (status == PME_OK && !find_families(&e))
    status = PME_NO_MEMORY;
  if (status != PME_OK)
    return status;
  sample_first(&e);
  refine(&e);
  classify_all(&e);
  collect(&e, executions, estimates);
  if (varies(&e) && (status = vary(&e, estimates)) != PME_OK)
    return status;
  statistics->strata = e.stratum_count;
  statistics->work = work_of(&e);
  for (int i = 0; i < e.stratum_count; i++)
    statistics->walks += e.strata[i].walks;
  if (options->recorder)
    record(&e, executions);
  return e.no_memory || pme__walk_sieve_status(sieve) == PME_NO_MEMORY ? PME_NO_MEMORY : PME_OK;
}
