/* Drawing points of strata in rounds, and deciding each under all placements of the arrays. */
#include "placement_samples.h"

#include <math.h>
#include <string.h>

enum { PLACEMENTS = PME__PLACEMENTS, HALVES = 2, LEAST_POINTS = 2, FIRST_POINTS = 4, MOST_POINTS = 1024 };
/* Weights say how many lines there are, which depends on the placement, too. They cost much less than walks: of so many
 * points one is decided; where all samples missed, of that many times as many. */
enum { POINTS_PER_WALK = 2, LESS_WHERE_ALL_MISSED = 4, COST_PROJECTION = 60 };
/* A walk may take this share of the effort. */
static const double EFFORT_OF_WALK = 0.02;

/* Where points of one half come from, and the choices of members of a run. */
typedef struct point_stream {
  pme__sample_sequence sequence;
  uint64_t random;
} point_stream;

typedef struct sampled_stratum {
  const pme__placement_stratum *stratum;
  pme__sample_source source; /* that leaves the bases alone */
  point_stream streams[HALVES];
  double decided[HALVES][PLACEMENTS]; /* sum of weights of the points that were decided */
  double missing[HALVES][PLACEMENTS]; /* ... of weight * misses */
  double weights[HALVES][PLACEMENTS]; /* ... of weights of all points */
  int64_t points;                     /* decided ones of each half, those without a weight included */
  double share;                       /* of the points of the stratum that has most */
  int every;                          /* that many points are drawn for one that is decided */
} sampled_stratum;

typedef struct variation {
  pme__level_state *state;
  int count;
  sampled_stratum *strata;
  int64_t *bases; /* [placement * groups + group] */
  int likely;     /* so many of the placements are, the first ones: the estimate is their mean */
} variation;

static double misses_of(pme__level_state *state, const pme__placement_stratum *stratum,
                        const pme__walk_instance *instance) {
  int64_t first, last;
  double misses = 0;
  pme__walk_lines(state, instance, &first, &last);
  for (int64_t line = first; line <= last; line++) {
    pme__walk_verdict verdict =
        pme__walk_decide_member(state, stratum->occupancy, stratum->recent_success, instance, line);
    misses += verdict == PME__WALK_HIT ? 0 : verdict == PME__WALK_UNDECIDED ? 0.5 : 1;
  }
  return misses;
}

/* So many more points of one half under placement j, the present one. The stream is the caller's copy: all placements
 * see the same points, and the same choices of members of a run. */
static void sample(const variation *v, sampled_stratum *s, int half, int j, point_stream *stream, int64_t points) {
  pme__walk_instance instance;
  for (int64_t n = 0; n < points * POINTS_PER_WALK; n++) {
    int64_t work = COST_PROJECTION;
    if (!pme__walk_draw(&s->source, &stream->sequence, &stream->random, &instance, NULL, &work))
      return;
    pme__walk_charge(v->state, work);
    uint64_t own = ++stream->random; /* the same in all placements, whatever the projection uses up */
    double weight = pme__carrier_project(v->state, s->stratum->carriers, s->stratum->carrier, &own, &instance);
    s->weights[half][j] += weight;
    if (weight > 0 && n % s->every == 0) {
      s->decided[half][j] += weight;
      s->missing[half][j] += weight * misses_of(v->state, s->stratum, &instance);
    }
  }
}

static int64_t points_of(const sampled_stratum *s, int64_t most) {
  int64_t points = (int64_t)ceil(s->share * (double)most);
  return points > s->points ? points - s->points : 0;
}

/* Both halves of a stratum under placement j. The streams go on after the last placement. */
static void sample_placement(const variation *v, sampled_stratum *s, int j, int64_t most) {
  for (int half = 0; half < HALVES; half++) {
    point_stream stream = s->streams[half];
    sample(v, s, half, j, &stream, points_of(s, most));
    if (j == PLACEMENTS - 1)
      s->streams[half] = stream;
  }
}

/* Up to `most` points in each half of the stratum that has most. */
static void sample_round(variation *v, int64_t most) {
  int groups = pme__level_state_program(v->state)->group_count;
  for (int j = 0; j < PLACEMENTS; j++) {
    pme__level_state_place(v->state, v->bases + (ptrdiff_t)j * groups);
    for (int i = 0; i < v->count; i++)
      sample_placement(v, &v->strata[i], j, most);
  }
  for (int i = 0; i < v->count; i++)
    v->strata[i].points += points_of(&v->strata[i], most);
}

/* Misses under placement j by one half, per execution: the share that misses, as far as points were decided, of all
 * weights. */
static double misses_under(const sampled_stratum *s, int half, int j) {
  double share = s->decided[half][j] > 0 ? s->missing[half][j] / s->decided[half][j] : 0;
  return s->points > 0 ? share * s->weights[half][j] / ((double)s->points * POINTS_PER_WALK) : 0;
}

static pme__placement_deviations deviations_of(const sampled_stratum *s, int likely) {
  pme__placement_deviations placements = {0};
  for (int half = 0; half < HALVES; half++) {
    double mean = 0;
    for (int j = 0; j < likely; j++)
      mean += misses_under(s, half, j) / likely;
    for (int j = 0; j < PLACEMENTS; j++)
      placements.deviations[half][j] = s->stratum->executions * (misses_under(s, half, j) - mean);
  }
  return placements;
}

static pme__placement_deviations sum_of_deviations(const variation *v) {
  pme__placement_deviations sum = {0};
  for (int i = 0; i < v->count; i++) {
    pme__placement_deviations part = deviations_of(&v->strata[i], v->likely);
    pme__placement_deviations_add(&sum, &part);
  }
  return sum;
}

static bool is_known(const variation *v, double tolerance) {
  pme__placement_deviations sum = sum_of_deviations(v);
  double noise, variance = pme__placement_variance(&sum, &noise);
  return noise <= tolerance * tolerance || noise < 0.25 * variance;
}

static void begin(sampled_stratum *s, const sampled_stratum *before, const pme__placement_stratum *stratum, double most,
                  uint64_t *random) {
  *s = (sampled_stratum){.stratum = stratum, .source = *stratum->source, .share = stratum->deviation / most};
  s->source.moves_bases = false;
  s->every = stratum->all_missed ? POINTS_PER_WALK * LESS_WHERE_ALL_MISSED : POINTS_PER_WALK;
  for (int half = 0; half < HALVES; half++) {
    pme__sample_sequence_init(&s->streams[half].sequence, random);
    s->streams[half].random = *random;
  }
  if (before && stratum->correlated != PME_NONE && before->stratum->correlated == stratum->correlated)
    memcpy(s->streams, before->streams, sizeof s->streams);
}

/* Points of the first round: fewer where the effort would not last. */
static int64_t first_points(const variation *v, double effort) {
  for (int64_t points = FIRST_POINTS; points > LEAST_POINTS; points /= 2) {
    double work = 0;
    for (int i = 0; i < v->count; i++)
      work += (double)points_of(&v->strata[i], points) * v->strata[i].stratum->work * HALVES * PLACEMENTS *
              POINTS_PER_WALK / v->strata[i].every;
    if (work <= effort)
      return points;
  }
  return LEAST_POINTS;
}

static pme_status set_up(variation *v, const pme__placement_request *request, pme_arena *arena) {
  const pme__loop_tree *program = pme__level_state_program(request->state);
  const pme__set_filter *filter = pme__level_state_filter(request->state);
  uint64_t random = request->seed;
  double most = 0;
  *v = (variation){.state = request->state,
                   .count = request->count,
                   .strata = PME_ARENA_NEW(arena, sampled_stratum, request->count),
                   .bases = PME_ARENA_NEW(arena, int64_t, (size_t)PLACEMENTS * program->group_count),
                   .likely = pme__likely_placements(program, PLACEMENTS)};
  if (!v->strata || !v->bases)
    return PME_NO_MEMORY;
  pme__placement_plan plan = {filter->line_bytes, filter->sets, PLACEMENTS, v->likely};
  pme__draw_placements(program, &plan, &random, v->bases);
  for (int i = 0; i < v->count; i++)
    most = fmax(most, request->strata[i].deviation);
  for (int i = 0; i < v->count; i++)
    begin(&v->strata[i], i > 0 ? &v->strata[i - 1] : NULL, &request->strata[i], most, &random);
  return PME_OK;
}

/* Twice as many points in each round, until placements are told apart or another round would take too long. */
static void sample_rounds(variation *v, const pme__placement_request *request, double limit) {
  for (int64_t points = first_points(v, request->effort); points <= MOST_POINTS; points *= 2) {
    double before = (double)pme__walk_work(v->state);
    sample_round(v, points);
    double spent = (double)pme__walk_work(v->state) - before;
    if (is_known(v, request->tolerance) || before + 2.5 * spent > limit)
      break;
  }
}

pme_status pme__sample_placements(const pme__placement_request *request, pme_arena *arena,
                                  pme__placement_deviations *placements) {
  variation v;
  double limit = (double)pme__walk_work(request->state) + request->effort;
  pme_status status = set_up(&v, request, arena);
  if (status != PME_OK)
    return status;
  pme__walk_limit(request->state, (int64_t)(EFFORT_OF_WALK * request->effort));
  sample_rounds(&v, request, limit);
  for (int i = 0; i < v.count; i++) {
    pme__placement_deviations part = deviations_of(&v.strata[i], v.likely);
    pme__placement_deviations_add(&placements[request->strata[i].carriers->reference], &part);
  }
  return PME_OK;
}
