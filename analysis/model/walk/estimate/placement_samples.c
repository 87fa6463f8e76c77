/* Rounds of points, each decided under all placements. */
#include "placement_samples.h"

#include <math.h>
#include <string.h>

enum { PLACES = PME__WALK_PLACES, HALVES = 2, LEAST_POINTS = 2, FIRST_POINTS = 4, MOST_POINTS = 1024 };
/* Weights say how many lines there are, which depends on the placement, too. They cost much less than walks: of so many
 * points one is decided; where all samples missed, of that many times as many. */
enum { POINTS_PER_WALK = 2, LESS_WHERE_ALL_MISSED = 4, COST_PROJECTION = 60 };
/* A walk may take this share of the effort. */
static const double EFFORT_OF_WALK = 0.02;

typedef struct varied {
  const pme__walk_varying *stratum;
  pme__walk_source source; /* that leaves the bases alone */
  pme__walk_sequence sequences[HALVES];
  uint64_t randoms[HALVES];
  double decided[HALVES][PLACES]; /* sum of weights of the points that were decided */
  double missing[HALVES][PLACES]; /* ... of weight * misses */
  double weights[HALVES][PLACES]; /* ... of weights of all points */
  int64_t points;                 /* decided ones of each half, those without a weight included */
  double share;                   /* of the points of the stratum that has most */
  int every;                      /* that many points are drawn for one that is decided */
} varied;

typedef struct variation {
  pme__walk_sieve *sieve;
  int count;
  varied *strata;
  int64_t *bases; /* [place * groups + group] */
} variation;

static double misses_of(pme__walk_sieve *sieve, const pme__walk_varying *stratum, const pme__walk_instance *instance) {
  int64_t first, last;
  double misses = 0;
  pme__walk_lines(sieve, instance, &first, &last);
  for (int64_t line = first; line <= last; line++) {
    pme__walk_verdict verdict = pme__walk_decide_member(sieve, stratum->fit, stratum->habit, instance, line);
    misses += verdict == PME__WALK_HIT ? 0 : verdict == PME__WALK_UNDECIDED ? 0.5 : 1;
  }
  return misses;
}

/* So many more points of one half under placement j, the present one. The sequence is the caller's copy: all placements
 * see the same points, and the same choices of members of a run. */
static void sample(const variation *v, varied *s, int half, int j, pme__walk_sequence *sequence, uint64_t *random,
                   int64_t points) {
  pme__walk_instance instance;
  for (int64_t n = 0; n < points * POINTS_PER_WALK; n++) {
    int64_t work = COST_PROJECTION;
    if (!pme__walk_draw(&s->source, sequence, random, &instance, NULL, &work))
      return;
    pme__walk_charge(v->sieve, work);
    uint64_t own = ++*random; /* the same in all placements, whatever the projection uses up */
    double weight = pme__walk_project(v->sieve, s->stratum->classes, s->stratum->class_number, &own, &instance);
    s->weights[half][j] += weight;
    if (weight > 0 && n % s->every == 0) {
      s->decided[half][j] += weight;
      s->missing[half][j] += weight * misses_of(v->sieve, s->stratum, &instance);
    }
  }
}

static int64_t points_of(const varied *s, int64_t most) {
  int64_t points = (int64_t)ceil(s->share * (double)most);
  return points > s->points ? points - s->points : 0;
}

/* Up to `most` points in each half of the stratum that has most. */
static void sample_round(variation *v, int64_t most) {
  int groups = pme__walk_sieve_program(v->sieve)->group_count;
  for (int j = 0; j < PLACES; j++) {
    pme__walk_sieve_place(v->sieve, v->bases + (ptrdiff_t)j * groups);
    for (int i = 0; i < v->count; i++)
      for (int half = 0; half < HALVES; half++) {
        varied *s = &v->strata[i];
        pme__walk_sequence sequence = s->sequences[half];
        uint64_t random = s->randoms[half];
        sample(v, s, half, j, &sequence, &random, points_of(s, most));
        if (j == PLACES - 1) {
          s->sequences[half] = sequence;
          s->randoms[half] = random;
        }
      }
  }
  for (int i = 0; i < v->count; i++)
    v->strata[i].points += points_of(&v->strata[i], most);
}

/* Misses under placement j by one half, per execution: the share that misses, as far as points were decided, of all
 * weights. */
static double misses_under(const varied *s, int half, int j) {
  double share = s->decided[half][j] > 0 ? s->missing[half][j] / s->decided[half][j] : 0;
  return s->points > 0 ? share * s->weights[half][j] / ((double)s->points * POINTS_PER_WALK) : 0;
}

static pme__walk_places places_of(const varied *s) {
  pme__walk_places placements;
  for (int half = 0; half < HALVES; half++) {
    double mean = 0;
    for (int j = 0; j < PLACES; j++)
      mean += misses_under(s, half, j) / PLACES;
    for (int j = 0; j < PLACES; j++)
      placements.deviations[half][j] = s->stratum->executions * (misses_under(s, half, j) - mean);
  }
  return placements;
}

static bool is_known(const variation *v, double tolerance) {
  pme__walk_places sum = {{{0}}};
  double noise;
  for (int i = 0; i < v->count; i++) {
    pme__walk_places part = places_of(&v->strata[i]);
    pme__walk_places_add(&sum, &part);
  }
  double variance = pme__walk_places_variance(&sum, &noise);
  return noise <= tolerance * tolerance || noise < 0.25 * variance;
}

static void begin(varied *s, const varied *before, const pme__walk_varying *stratum, double most, uint64_t *random) {
  *s = (varied){.stratum = stratum, .source = *stratum->source, .share = stratum->deviation / most};
  s->source.moves_bases = false;
  s->every = stratum->all_missed ? POINTS_PER_WALK * LESS_WHERE_ALL_MISSED : POINTS_PER_WALK;
  for (int half = 0; half < HALVES; half++) {
    pme__walk_sequence_init(&s->sequences[half], random);
    s->randoms[half] = *random;
  }
  if (before && stratum->neighbours != PME_NONE && before->stratum->neighbours == stratum->neighbours) {
    memcpy(s->sequences, before->sequences, sizeof s->sequences);
    memcpy(s->randoms, before->randoms, sizeof s->randoms);
  }
}

/* Points of the first round: fewer where the effort would not last. */
static int64_t first_points(const variation *v, double effort) {
  for (int64_t points = FIRST_POINTS; points > LEAST_POINTS; points /= 2) {
    double work = 0;
    for (int i = 0; i < v->count; i++)
      work += (double)points_of(&v->strata[i], points) * v->strata[i].stratum->work * HALVES * PLACES *
              POINTS_PER_WALK / v->strata[i].every;
    if (work <= effort)
      return points;
  }
  return LEAST_POINTS;
}

pme_status pme__walk_vary(pme__walk_sieve *sieve, const pme__walk_varying *strata, int count, double tolerance,
                          double effort, uint64_t seed, pme_arena *arena, pme__walk_places *placements) {
  const pme__loop_tree *program = pme__walk_sieve_program(sieve);
  const pme__walk_filter *filter = pme__walk_sieve_filter(sieve);
  uint64_t random = seed;
  double most = 0, limit = (double)pme__walk_work(sieve) + effort;
  variation v = {.sieve = sieve,
                 .count = count,
                 .strata = PME_ARENA_NEW(arena, varied, count),
                 .bases = PME_ARENA_NEW(arena, int64_t, (size_t)PLACES * program->group_count)};
  if (!v.strata || !v.bases)
    return PME_NO_MEMORY;
  pme__walk_draw_bases(program, filter->line_bytes, filter->sets, PLACES, &random, v.bases);
  for (int i = 0; i < count; i++)
    most = fmax(most, strata[i].deviation);
  for (int i = 0; i < count; i++)
    begin(&v.strata[i], i > 0 ? &v.strata[i - 1] : NULL, &strata[i], most, &random);
  pme__walk_limit(sieve, (int64_t)(EFFORT_OF_WALK * effort));
  double spent = 0;
  for (int64_t points = first_points(&v, effort); points <= MOST_POINTS; points *= 2) {
    double before = (double)pme__walk_work(sieve);
    sample_round(&v, points);
    spent = (double)pme__walk_work(sieve) - before;
    if (is_known(&v, tolerance) || before + 2.5 * spent > limit)
      break;
  }
  for (int i = 0; i < count; i++) {
    pme__walk_places part = places_of(&v.strata[i]);
    pme__walk_places_add(&placements[strata[i].classes->reference], &part);
  }
  return PME_OK;
}
