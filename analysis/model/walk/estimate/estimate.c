/* Estimating a level: strata are sampled in rounds, each where the variance falls most for the effort. */
#include "estimate.h"

#include "analysis/base/integer.h"
#include "analysis/model/walk/occupancy/certificate.h"
#include "interval.h"
#include "placement_samples.h"
#include "strata.h"
#include <string.h>

typedef pme__stratum stratum;
typedef pme__stratum_pool pool;
typedef pme__walk_estimator estimator;

enum { REPLICATES = PME__WALK_REPLICATES, RARE = 10 };
/* Misses of a stratum whose kinds are found out, always; and the share of the effort that is set aside for more,
 * or of what the samples took; so many ns always. */
enum { LEAST_CLASSIFIED = 1 };
static const double EFFORT_FOR_KINDS = 0.15, ENOUGH_FOR_KINDS = 1e6;
/* Samples are made for a variance so many times smaller than asked for: the next look at it may find it larger. */
static const double ENOUGH = 1.3;
/* Of the targets, when patience is over; and before this share of it, when more precision is cheap. */
static const double IMPATIENCE = 2.5, ABSOLUTE_IMPATIENCE = 10, EARLY = 0.25, EARLY_PRECISION = 0.55;

/* A walk may take this share of the effort, half as much after each one of the stratum that took longer, and something
 * always. */
static const double EFFORT_OF_WALK = 0.05;
/* Every stratum gets a first round, as long as that does not take so many times the effort (in a hasty look more: who
 * asks for it begins anew with more effort where some are left); what is left then without one stays unknown. Proofs
 * may take this share. */
static const double OVERTIME = 2, OVERTIME_HASTY = 4, EFFORT_OF_PROOFS = 0.5;
/* Of very many strata a random part gets its first round within this share of the effort: the others are
 * taken to be like those of their kind. */
enum { MANY_STRATA = 512 };
static const double EFFORT_OF_MANY = 0.7;
/* Of the effort, set aside for placements where bases are not known; they get at most so many times what the samples
 * took, in a quick answer so many times the patience. A stratum whose samples differ by less than this share of all
 * misses is left out; and what counts as a difference between placements, as a share of the half-width of the samples.
 */
static const double EFFORT_FOR_PLACEMENTS = 0.3, PLACEMENTS_TO_SAMPLES = 3, PLACEMENTS_TO_SAMPLES_QUICK = 1.3,
                    PLACEMENTS_TO_PATIENCE = 6, LEAST_VARYING = 0.005, FINE_PLACEMENTS = 0.7;

/* ---- estimates ---- */

typedef struct total {
  double misses, variance, doubt, executions;
  double lost;    /* to writes of others, about, on top */
  double unseen;  /* the largest */
  int best;       /* pool where effort pays most, PME_NONE: nowhere; or */
  bool is_unseen; /* ... in all strata whose unseen part is near the largest */
} total;

static bool is_near(const stratum *s, double unseen) { return !s->failed && s->unseen > 0.5 * unseen; }

/* Which worksharing loop, of those that have a promise of their own. */
enum { ALL_LOOPS = PME_NONE };
static bool is_of(const stratum *s, int loop) { return loop == ALL_LOOPS || s->loop == loop; }

/* The pool whose variance falls most for the effort; its gain is returned. */
static double find_best_pool(const estimator *e, int loop, total *t) {
  double best_gain = 0;
  for (int f = 0; f < e->pool_count; f++) {
    if (!is_of(&e->strata[e->pools[f].first], loop))
      continue;
    t->variance += e->pools[f].variance;
    double gain = e->pools[f].variance / 2 / e->pools[f].work;
    if (gain > best_gain) {
      best_gain = gain;
      t->best = f;
    }
  }
  return best_gain;
}

static void add_to_total(const stratum *s, total *t) {
  t->misses += s->misses;
  t->doubt += pme__walk_doubt_of(s);
  if (s->unseen > t->unseen && !s->failed)
    t->unseen = s->unseen;
}

/* Effort so far of the strata whose unseen part is near the largest. */
static double work_on_unseen(const estimator *e, int loop, double unseen) {
  double work = 100;
  for (int i = 0; i < e->stratum_count; i++)
    if (is_of(&e->strata[i], loop) && is_near(&e->strata[i], unseen))
      work += (double)e->strata[i].work;
  return work;
}

/* Pools are summed up. */
static total evaluate(const estimator *e, int loop) {
  total t = {.best = PME_NONE,
             .executions = loop == ALL_LOOPS ? e->executions : e->loop_executions[loop],
             .lost = loop == ALL_LOOPS ? e->lost : e->loop_lost[loop]};
  double best_gain = find_best_pool(e, loop, &t);
  for (int i = 0; i < e->stratum_count; i++)
    if (e->strata[i].samples > 0 && is_of(&e->strata[i], loop))
      add_to_total(&e->strata[i], &t);
  t.variance += t.unseen * t.unseen;
  t.is_unseen = t.unseen > 0 && t.unseen * t.unseen / 2 / work_on_unseen(e, loop, t.unseen) > best_gain;
  return t;
}

static total evaluate_all(const estimator *e) {
  pme__sum_pools(e);
  return evaluate(e, ALL_LOOPS);
}

static bool is_quick(const estimator *e) { return e->patience < e->effort; }

/* By how much the variance is too large: 1 and below is good enough. Doubt does not count, it does not shrink with more
 * samples. */
static double excess(const estimator *e, const total *t) {
  double relative = e->options->relative_target, absolute = e->options->absolute_target;
  if ((double)pme__walk_work_of(e) >= e->patience) {
    relative *= IMPATIENCE;
    absolute *= ABSOLUTE_IMPATIENCE;
  } else if (is_quick(e) && (double)pme__walk_work_of(e) < EARLY * e->patience) {
    relative *= EARLY_PRECISION;
  }
  double target = fmax(fmax(relative * (t->misses + t->lost), absolute * t->executions), e->options->target_misses) /
                  (PME__WALK_STUDENT * PME__WALK_WIDENING);
  return t->variance / (target * target);
}

/* Samples for each replicate of the stratum: twice as many as there are, or fewer where fewer will do or the effort
 * ends. */
static int64_t next_round(const estimator *e, const pool *f, double excess, double effort) {
  const stratum *s = &e->strata[f->first];
  double each = f->work / f->samples + 1;
  double occupancy_memo = (effort - (double)pme__walk_work_of(e)) / (each * REPLICATES * f->count);
  double count = fmin((double)s->samples, fmin(occupancy_memo, (double)s->samples * (ENOUGH * excess - 1)));
  return count > 1 ? (int64_t)ceil(count) : 1;
}

/* Whether placements are to be told apart. */
static bool varies(const estimator *e) {
  return e->options->placements && pme__level_state_program(e->state)->group_count > 0;
}

static void sample_pool(estimator *e, const pool *p, int64_t count) {
  for (int i = p->first; i != PME_NONE; i = e->strata[i].next)
    if (e->strata[i].samples > 0 && !e->strata[i].failed)
      pme__walk_sample_more(e, &e->strata[i], count);
}

static void sample_chosen(estimator *e, double too_much, double effort) {
  for (int f = 0; f < e->pool_count && pme__walk_work_of(e) < effort; f++)
    if (e->pools[f].chosen && e->pools[f].samples != 0)
      sample_pool(e, &e->pools[f], next_round(e, &e->pools[f], too_much, effort));
}

static void sample_unseen(estimator *e, int loop, double unseen, double too_much, double effort) {
  for (int i = 0; i < e->stratum_count; i++)
    if (is_of(&e->strata[i], loop) && is_near(&e->strata[i], unseen))
      e->pools[e->strata[i].pool].chosen = true;
  sample_chosen(e, too_much, effort);
}

/* All strata once (those that have no samples yet), in an order that has nothing to do with that of the program. */
static void sample_first(estimator *e) {
  int count = e->stratum_count, stride = (int)(0.618 * count) + 1;
  double limit = e->effort * (count >= MANY_STRATA    ? EFFORT_OF_MANY
                              : pme__walk_is_hasty(e) ? OVERTIME_HASTY
                                                      : OVERTIME);
  while (count > 0 && pme__gcd(count, stride) > 1)
    stride++;
  for (int i = 0; i < count && pme__walk_work_of(e) < limit; i++) {
    stratum *s = &e->strata[(int64_t)i * stride % count];
    if (s->samples == 0)
      pme__walk_sample_more(e, s, 1);
  }
}

/* Pools whose misses are rare: some, but few. */
static void choose_rare(estimator *e) {
  for (int f = 0; f < e->pool_count; f++) {
    pool *p = &e->pools[f];
    p->chosen = p->missing > 0 && p->missing < RARE && p->missing < p->walks;
  }
}

/* What is known too little: all, or else the worksharing loop that is known the least. */
typedef struct shortage {
  int loop;
  double excess; /* 1 and below: none */
  total sum;
} shortage;

static bool can_improve(const total *t) { return t->best != PME_NONE || t->is_unseen; }

static shortage find_shortage(const estimator *e) {
  shortage worst = {.loop = ALL_LOOPS, .sum = evaluate_all(e)};
  worst.excess = excess(e, &worst.sum);
  if (!can_improve(&worst.sum) || !(worst.excess <= 1))
    return worst;
  for (int loop = 0; loop < e->loop_count; loop++) {
    total t = evaluate(e, loop);
    double much = excess(e, &t);
    if (can_improve(&t) && much > worst.excess)
      worst = (shortage){loop, much, t};
  }
  return worst;
}

/* Where effort pays most. */
static void sample_best(estimator *e, const shortage *s, double effort) {
  if (s->sum.is_unseen) {
    sample_unseen(e, s->loop, s->sum.unseen, s->excess, effort);
    return;
  }
  e->pools[s->sum.best].chosen = true;
  sample_chosen(e, s->excess, effort);
}

/* Rounds until all targets are met; then once more where misses are rare, for that is where stopping is tempting. */
static void refine(estimator *e) {
  bool again = true;
  double effort = e->effort * (1 - EFFORT_FOR_KINDS - (varies(e) ? EFFORT_FOR_PLACEMENTS : 0));
  pme__fill_correlated(e, effort);
  while (pme__walk_work_of(e) < effort && !e->no_memory) {
    shortage short_of = find_shortage(e);
    if (!can_improve(&short_of.sum))
      return;
    if (!(short_of.excess <= 1)) {
      int64_t before = pme__walk_work_of(e);
      sample_best(e, &short_of, effort);
      if (pme__walk_work_of(e) == before)
        return; /* nothing of it can be sampled */
      continue;
    }
    if (!again)
      return;
    again = false;
    choose_rare(e);
    sample_chosen(e, 2 / ENOUGH, effort); /* as many again */
  }
}

/* ---- kinds of misses ---- */

/* Whether the line would have stayed if only its own thread's lines counted. */
static bool stays_alone(estimator *e, const stratum *s, const pme__kept_miss *miss) {
  pme__walk_verdict verdict = PME__WALK_UNDECIDED;
  if (s->occupancy)
    verdict = pme__occupancy_decide(s->occupancy, &miss->instance, miss->line, PME__INTERFERENCE_OWN);
  if (verdict == PME__WALK_UNDECIDED)
    verdict = pme__walk_decide(e->state, &miss->instance, miss->line, PME__INTERFERENCE_OWN);
  return verdict == PME__WALK_HIT;
}

static void classify(estimator *e, stratum *s, const pme__kept_miss *miss) {
  pme__walk_verdict verdict = miss->verdict;
  pme__walk_limit(e->state, s->work_of_walk);
  if (s->source->moves_bases)
    pme__level_state_place(e->state, miss->group_bases);
  s->classified += miss->weight;
  if (pme__carrier_is_own_thread(s->carriers, s->carrier))
    verdict = PME__WALK_HIT;
  else if (verdict != PME__WALK_FIRST_TOUCH)
    verdict = pme__walk_decide(e->state, &miss->instance, miss->line, PME__INTERFERENCE_NONE);
  if (verdict == PME__WALK_HIT)
    pme__note_last_touch(e, s, &miss->instance, miss->line);
  if (verdict == PME__WALK_FIRST_TOUCH || verdict == PME__WALK_UNDECIDED)
    s->cold += miss->weight;
  else if (pme__walk_is_shared(e->state) && stays_alone(e, s, miss))
    s->other += miss->weight;
}

static void classify_all(estimator *e) {
  double least = fmin(EFFORT_FOR_KINDS * e->patience, ENOUGH_FOR_KINDS);
  double limit = (double)pme__walk_work_of(e) + fmax(EFFORT_FOR_KINDS * (double)pme__walk_work_of(e), least);
  for (int n = 0; n < PME__WALK_MOST_CLASSIFIED; n++)
    for (int i = 0; i < e->stratum_count; i++) {
      stratum *s = &e->strata[i];
      if (n < s->looked_at || n >= s->kept_count || (n >= LEAST_CLASSIFIED && (double)pme__walk_work_of(e) >= limit))
        continue;
      classify(e, s, &s->kept[n]);
      s->looked_at = n + 1;
    }
}

/* ---- placements ---- */

/* Of the stratum's misses if one sample stood for all; of correlated strata each has its part of what their sum has. */
static double deviation_of(const estimator *e, const stratum *s) {
  double mean = s->misses / s->executions, spread = s->squares / pme__walk_samples_of(s) - mean * mean;
  if (s->correlated == PME_NONE)
    return spread > 0 ? sqrt(spread) * s->executions : 0;
  const pme__correlated_strata *n = &e->correlated[s->correlated];
  return sqrt(n->variance * pme__walk_samples_of(&e->strata[n->first]) / n->count);
}

static void add_varying(const estimator *e, stratum *s, double least, pme__placement_stratum *out, int *count) {
  if (s->samples == 0 || s->failed)
    return;
  double deviation = deviation_of(e, s);
  if (deviation > least)
    out[(*count)++] = (pme__placement_stratum){.carriers = s->carriers,
                                               .source = s->source,
                                               .carrier = s->carrier,
                                               .occupancy = s->occupancy,
                                               .recent_success = &s->recent_success,
                                               .executions = s->executions,
                                               .deviation = deviation,
                                               .work = (double)s->work / pme__walk_samples_of(s),
                                               .correlated = s->correlated,
                                               .all_missed = s->missing == s->walks};
}

/* Strata whose samples differ, with bases drawn for each: there the placement may matter. Correlated strata come
 * together. */
static int find_varying(const estimator *e, double least, pme__placement_stratum *out) {
  int count = 0;
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    if (s->correlated == PME_NONE)
      add_varying(e, &e->strata[i], least, out, &count);
    else if (e->correlated[s->correlated].first == i)
      for (int j = i; j != PME_NONE; j = e->strata[j].next_correlated)
        add_varying(e, &e->strata[j], least, out, &count);
  }
  return count;
}

static double effort_for_placements(const estimator *e) {
  double used = (double)pme__walk_work_of(e), left = fmax(EFFORT_FOR_PLACEMENTS * e->effort, e->effort - used);
  if (is_quick(e))
    left = fmin(left, PLACEMENTS_TO_PATIENCE * e->patience);
  return fmin((is_quick(e) ? PLACEMENTS_TO_SAMPLES_QUICK : PLACEMENTS_TO_SAMPLES) * used, left);
}

static pme_status vary(estimator *e, pme__walk_estimate *estimates) {
  int references = pme__level_state_program(e->state)->reference_count;
  pme__placement_stratum *strata = PME_ARENA_NEW(e->arena, pme__placement_stratum, e->stratum_count);
  pme__placement_deviations *placements = PME_ARENA_NEW(e->arena, pme__placement_deviations, references);
  if (!strata || !placements)
    return PME_NO_MEMORY;
  memset(placements, 0, (size_t)references * sizeof *placements);
  total t = evaluate_all(e);
  double least =
      fmax(fmax(LEAST_VARYING * t.misses, e->options->absolute_target * e->executions), e->options->target_misses);
  double tolerance = fmax(FINE_PLACEMENTS * PME__WALK_POOLED * sqrt(t.variance), least);
  pme__placement_request request = {.state = e->state,
                                    .strata = strata,
                                    .count = find_varying(e, least, strata),
                                    .tolerance = tolerance,
                                    .effort = effort_for_placements(e),
                                    .seed = e->options->seed};
  pme_status status = request.count == 0 ? PME_OK : pme__sample_placements(&request, e->arena, placements);
  for (int r = 0; r < references; r++)
    estimates[r].placements = placements[r];
  return status;
}

/* ---- setting up ---- */

static int64_t work_of_walk(const estimator *e) {
  return (int64_t)(e->effort * EFFORT_OF_WALK) + PME__WALK_LEAST_EFFORT;
}

static pme_status add_stratum(estimator *e, const pme__carriers *carriers, const pme__sample_source *source, int c,
                              int64_t executions) {
  stratum *s = &e->strata[e->stratum_count++];
  *s = (stratum){.carriers = carriers, .source = source, .carrier = c, .executions = (double)executions};
  s->work_of_walk = work_of_walk(e);
  s->loop = e->loop_of_reference[carriers->reference];
  for (int i = 0; i < REPLICATES; i++)
    pme__sample_sequence_init(&s->sequences[i], &e->random);
  if (!pme__level_state_is_lru(e->state))
    return PME_OK;
  return pme__occupancy_create(e->state, carriers, c, e->occupancy_memo, e->arena, &s->occupancy);
}

/* Parts of references that cannot be proved to hit become strata. */
static pme_status add_strata(estimator *e, const pme__carriers *carriers, const pme__sample_source *sources,
                             const int64_t *executions) {
  pme__prover *prover;
  pme_status status = pme__prover_create(e->state, e->arena, &prover);
  if (status != PME_OK)
    return status;
  for (int r = 0; r < pme__level_state_program(e->state)->reference_count; r++) {
    for (int c = 0; c <= carriers[r].count && executions[r] > 0 && status == PME_OK; c++) {
      bool may_hit = c < carriers[r].count;
      bool is_tried = may_hit && (double)(pme__walk_work_of(e) - e->wasted) < EFFORT_OF_PROOFS * e->patience;
      e->lacks_proofs |= may_hit && !is_tried;
      if (is_tried && pme__certify(prover, &carriers[r], c))
        e->certified++;
      else
        status = add_stratum(e, &carriers[r], &sources[r], c, executions[r]);
    }
  }
  return status == PME_OK ? pme__prover_status(prover) : status;
}

static pme_status set_up(estimator *e, const int64_t *executions) {
  const pme__loop_tree *program = pme__level_state_program(e->state);
  const pme__set_filter *filter = pme__level_state_filter(e->state);
  int count = program->reference_count, strata = 0;
  pme__carriers *carriers = PME_ARENA_NEW(e->arena, pme__carriers, count);
  pme__sample_source *sources = PME_ARENA_NEW(e->arena, pme__sample_source, count);
  e->group_bases = PME_ARENA_NEW(e->arena, int64_t, program->group_count);
  e->occupancy_memo = pme__occupancy_memo_create(e->arena);
  if (!carriers || !sources || !e->group_bases || !e->occupancy_memo || !pme__find_loops(e, executions))
    return PME_NO_MEMORY;
  for (int r = 0; r < count; r++) {
    pme__find_carriers(e->state, r, &carriers[r]);
    pme__sample_source_init(&sources[r], program, r, filter->line_bytes * filter->sets);
    strata += carriers[r].count + 1;
    e->executions += (double)executions[r];
  }
  e->strata = PME_ARENA_NEW(e->arena, stratum, strata);
  if (!e->strata)
    return PME_NO_MEMORY;
  pme_status status = add_strata(e, carriers, sources, executions);
  return status != PME_OK || pme__find_pools(e) ? status : PME_NO_MEMORY;
}

/* Under another policy than LRU a decision takes longer, and nothing is proved without one. */
static const double PATIENCE_WITH_POLICIES = 3;

static void set_effort(estimator *e, const pme__walk_options *options, double effort) {
  e->options = options;
  e->effort = effort;
  e->patience = effort * options->patience_nanoseconds / options->effort_nanoseconds;
  if (!pme__level_state_is_lru(e->state))
    e->patience = fmin(PATIENCE_WITH_POLICIES * e->patience, effort);
  e->aside += pme__walk_work(e->state) - e->left_at;
  for (int i = 0; i < e->stratum_count; i++) {
    e->strata[i].work_of_walk = work_of_walk(e);
    if (e->strata[i].undecided > 0) /* walks that may take longer now */
      pme__walk_restart(&e->strata[i]);
  }
}

/* From nothing, or anew: what was sampled without proofs is no use where there is effort for them. */
static pme_status begin(pme__level_samples *level, const pme__walk_options *options, double effort) {
  estimator *e = level->estimator, *before = e;
  if (!e)
    level->estimator = e = PME_ARENA_NEW(level->arena, estimator, 1);
  if (!e)
    return PME_NO_MEMORY;
  *e = (estimator){.state = level->state,
                   .random = options->seed,
                   .aside = e->aside,
                   .left_at = before ? e->left_at : 0,
                   .arena = level->arena};
  set_effort(e, options, effort);
  e->wasted = before ? pme__walk_work_of(e) : 0;
  return set_up(e, level->executions);
}

static pme__walk_statistics statistics_of(const estimator *e) {
  pme__walk_statistics statistics = {
      .strata = e->stratum_count, .certified = e->certified, .work = pme__walk_work_of(e)};
  for (int i = 0; i < e->stratum_count; i++)
    statistics.walks += e->strata[i].walks;
  return statistics;
}

pme_status pme__walk_estimate_level(pme__level_samples *level, const pme__walk_options *options, double effort,
                                    pme__walk_estimate *estimates, pme__walk_statistics *statistics) {
  pme_status status = PME_OK;
  if (level->estimator && !level->estimator->lacks_proofs)
    set_effort(level->estimator, options, effort);
  else
    status = begin(level, options, effort);
  if (status != PME_OK)
    return status;
  estimator *e = level->estimator;
  pme__set_lost(e, level->lost);
  sample_first(e);
  refine(e);
  evaluate_all(e); /* pools as they are now */
  classify_all(e);
  pme__walk_collect(e, level->executions, estimates);
  if (varies(e) && (status = vary(e, estimates)) != PME_OK)
    return status;
  *statistics = statistics_of(e);
  e->left_at = pme__walk_work(e->state);
  return e->no_memory || pme__level_state_status(e->state) == PME_NO_MEMORY ? PME_NO_MEMORY : PME_OK;
}
