/* From strata to references: sums, what stands for strata without samples, what an observer is told. */
#include "interval.h"
#include "strata.h"
#include "stratum_origin.h"

typedef pme__stratum stratum;
typedef pme__walk_estimator estimator;
typedef pme__last_touch last_touch;

/* Of very many strata some get no samples: they are taken to be like those of their kind, of which there must be
 * so many. */
enum { LEAST_ALIKE = 16 };

/* Strata of one kind: first touches and what comes back after long, or the rest. */
typedef struct kind_sum {
  int sampled;                            /* strata with samples */
  double misses, executions, cold, other; /* of those */
  double least, most;                     /* shares of their executions that miss, of the outermost ones */
  double draws, weights, walks, missing;  /* their samples */
  double executions_left;                 /* of strata without */
} kind_sum;

static kind_sum *kind_of(const stratum *s, kind_sum kinds[2]) { return &kinds[pme__walk_leads_everywhere(s)]; }

static void add_sampled(const stratum *s, kind_sum *p) {
  double share = s->misses / s->executions;
  p->least = p->sampled == 0 ? share : fmin(p->least, share);
  p->most = p->sampled == 0 ? share : fmax(p->most, share);
  p->sampled++;
  p->draws += pme__walk_samples_of(s);
  p->misses += s->misses;
  p->executions += s->executions;
  p->cold += s->classified > 0 ? s->misses * s->cold / s->classified : 0;
  p->other += s->classified > 0 ? s->misses * s->other / s->classified : 0;
  p->weights += s->weights;
  p->walks += (double)s->walks;
  p->missing += (double)s->missing;
}

static void sum_kinds(const estimator *e, kind_sum kinds[2]) {
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    if (s->samples == 0)
      kind_of(s, kinds)->executions_left += s->executions;
    else if (!s->failed)
      add_sampled(s, kind_of(s, kinds));
  }
}

/* Deviation of what is left because misses are counted: their number is Poisson's, and may be more where few were
 * seen, for samples of a stratum are alike. */
static double counting_deviation(const kind_sum *p) {
  double weight = p->draws > 0 ? p->weights / p->draws : 1;
  return sqrt(p->missing + 4) * weight * p->executions_left / (p->walks + 1);
}

/* A stratum that got no samples misses as its kind does in the mean, and is as far from that, at most, as the farthest
 * one. Those of a loop have much in common: they may all be off to one side. */
static bool collect_alike(const stratum *s, kind_sum kinds[2], pme__walk_estimate *estimate) {
  const kind_sum *p = kind_of(s, kinds);
  if (s->samples > 0 || p->sampled < LEAST_ALIKE)
    return false;
  double mean = p->misses / p->executions, counting = counting_deviation(p) / p->executions_left;
  /* Where no sample missed, half a miss is taken for seen: the middle of what may be. */
  double hidden = p->missing > 0 ? 0 : 0.25 * counting;
  estimate->misses += (mean + hidden) * s->executions;
  estimate->cold += p->cold / p->executions * s->executions;
  estimate->other_threads += p->other / p->executions * s->executions;
  estimate->doubt += (fmax(mean - p->least, p->most - mean) + PME__WALK_POOLED * counting) * s->executions;
  return true;
}

/* By so much the variances of strata in the loop are larger; PME_NONE: in serial code. */
static double widening_of_loop(const estimator *e, int loop) {
  pme__pooled_variance pooled = {0};
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    if (s->loop == loop && s->samples > 0 && !s->failed)
      pme__pool_variance(&pooled, s->variance * pme__walk_share_of_variance(e, s), s->replicates - 1);
  }
  return pme__widening_of(&pooled);
}

static const pme_policy *policy_of(const estimator *e) {
  return &pme__level_state_machine(e->state)->levels[pme__level_state_level(e->state)].policy;
}

/* Of a random policy the samples tell the mean of runs, and a run is drawn from them. */
static double variance_of_run(const estimator *e, const stratum *s) {
  bool is_random = policy_of(e)->kind == PME_POLICY_RANDOM;
  return is_random ? s->misses * fmax(1 - s->misses / s->executions, 0) : 0;
}

/* Adds a stratum with samples; half_width and `unseen` are those of sums, made widths below. */
static void collect_sampled(const estimator *e, const stratum *s, pme__walk_estimate *estimate) {
  double doubt_of_share, left = 1 - pme__spared_share(e, s, &doubt_of_share);
  double variance = s->variance * left * left * e->loop_widening[s->loop + 1];
  estimate->misses += s->misses * left;
  estimate->cancelled += variance * (1 - pme__walk_share_of_variance(e, s)) * PME__WALK_POOLED * PME__WALK_POOLED;
  estimate->half_width += variance + s->misses * s->misses * doubt_of_share + variance_of_run(e, s);
  estimate->unseen = fmax(estimate->unseen, s->unseen);
  estimate->doubt += pme__walk_doubt_of(s) + pme__policy_doubt(policy_of(e)) * s->misses;
  if (s->classified > 0) {
    estimate->cold += s->misses * s->cold / s->classified;
    estimate->other_threads += s->misses * left * s->other / s->classified;
  }
}

void pme__walk_collect(const estimator *e, const int64_t *executions, pme__walk_estimate *estimates) {
  kind_sum kinds[2] = {{0}};
  sum_kinds(e, kinds);
  for (int loop = PME_NONE; loop < e->loop_count; loop++)
    e->loop_widening[loop + 1] = widening_of_loop(e, loop);
  int count = pme__level_state_program(e->state)->reference_count;
  for (int r = 0; r < count; r++)
    estimates[r] = (pme__walk_estimate){.known = executions[r] >= 0};
  for (int i = 0; i < e->stratum_count; i++) {
    const stratum *s = &e->strata[i];
    pme__walk_estimate *estimate = &estimates[s->carriers->reference];
    if (s->samples == 0 || s->failed)
      estimate->known = collect_alike(s, kinds, estimate) && estimate->known;
    else
      collect_sampled(e, s, estimate);
  }
  for (int r = 0; r < count; r++)
    pme__make_interval(&estimates[r]);
  for (int r = 0; r < count && pme__level_state_status(e->state) != PME_OK; r++)
    estimates[r].known = false; /* verdicts are void */
}

/* ---- for an observer ---- */

static void record_samples(const estimator *e, const stratum *s, pme_stratum *out) {
  out->certified = false;
  if (s->samples == 0 || s->failed)
    return;
  double doubt_of_share, left = 1 - pme__spared_share(e, s, &doubt_of_share);
  out->misses = s->misses * left;
  out->half_width = pme__half_width_of_stratum(s) * left;
  out->samples = s->walks;
  out->missing = s->missing;
  out->undecided = s->weights > 0 ? s->undecided / s->weights : 0;
  if (s->classified > 0) {
    out->cold = fmin(s->misses * s->cold / s->classified, out->misses);
    out->other_threads = fmin(out->misses * s->other / s->classified, out->misses - out->cold);
  }
  out->effort_nanoseconds = (double)s->work;
}

/* The access that most lines of the samples were touched by last. */
static void record_last_touch(const estimator *e, const stratum *s, pme_stratum *out) {
  const last_touch *most = &s->last_touches[0];
  double all = 0;
  for (int i = 0; i < PME__MOST_LAST_TOUCHES; i++) {
    most = s->last_touches[i].count > most->count ? &s->last_touches[i] : most;
    all += (double)s->last_touches[i].count;
  }
  if (all == 0)
    return;
  out->source = pme__level_state_program(e->state)->references[most->reference].node;
  out->source_share = (double)most->count / all;
}

/* Strata are in the order of references and their parts. A part without one was proved to hit; the last never is. */
void pme__walk_report(const pme__level_samples *level) {
  const estimator *e = level->estimator;
  const int64_t *executions = level->executions;
  for (int i = 0; i < e->stratum_count && !e->no_memory; i++) {
    const stratum *s = &e->strata[i];
    bool is_first = i == 0 || s[-1].carriers != s->carriers;
    for (int c = is_first ? 0 : s[-1].carrier + 1; c <= s->carrier; c++) {
      pme_stratum row = pme__walk_stratum(e->state, s->carriers, c);
      row.accesses = NAN;
      if (e->options->observer->thorough)
        row.accesses = (double)executions[s->carriers->reference] *
                       pme__walk_share(e->state, s->source, s->carriers, c, e->group_bases);
      if (c == s->carrier) {
        record_samples(e, s, &row);
        record_last_touch(e, s, &row);
      }
      pme__observe_stratum(e->options->observer,
                           pme__level_state_program(e->state)->references[s->carriers->reference].node, &row);
    }
  }
}
