/* The present schedule against the advised one, on machines with more and with less of the outermost cache. */
#include "cache_share.h"

#include <math.h>

/* Misses of the outermost level that differ by less of the lines that are touched tell nothing of its size. */
static const double SAME_MISSES = 0.02;

/* Where threads meet, sets count that a hash of the address chooses, which is not told: an odd number of them parts what
 * lies a power of two apart. A column that meets itself does so in all levels, and stays as it is. */
static pme_machine with_share(const pme_machine *machine, double share, bool is_hashed) {
  pme_machine other = *machine;
  pme_cache_level *outermost = &other.levels[other.level_count - 1];
  int64_t set_bytes = (int64_t)outermost->line_bytes * outermost->associativity;
  int64_t sets = (int64_t)((double)pme_cache_sets(outermost) * share);
  outermost->size_bytes = set_bytes * (is_hashed || sets < 1 ? sets | 1 : sets);
  return other;
}

static bool differ(double now, double then) { return fabs(now - then) > SAME_MISSES * fmax(now, then); }

/* Whether the two differ in what the outermost level misses, in the loop or in all loops around. */
static bool depends_on_size(const pme__question *q, const pme__answer *present, const pme__answer *best) {
  int level = q->prediction->level_count - 1;
  return level > 0 && (differ(present->candidate.levels[level].misses, best->candidate.levels[level].misses) ||
                       differ(present->group_misses[level], best->group_misses[level]));
}

/* The ratio of the two on `machine` into the interval; none where the effort is not enough for an answer. */
static pme_status widen(const pme__question *q, const pme_machine *machine, const pme__search_effort *effort,
                        const pme_candidate *present, pme_candidate *best) {
  pme_prediction prediction = *q->prediction;
  prediction.machine = machine;
  pme__candidate_runs runs = {.prediction = &prediction, .what_if = q->runs->what_if};
  pme__question other = *q;
  other.prediction = &prediction;
  other.runs = &runs;
  other.like = q->runs;
  pme__answer now = {.candidate = *present}, then = {.candidate = *best};
  pme_status status = pme__evaluate_into(&other, effort, &now);
  if (status == PME_OK)
    status = pme__evaluate_into(&other, effort, &then);
  if (status == PME_OK && now.is_answered && then.is_answered) {
    pme__compare(&other, &now, &then);
    best->ratio_low = fmin(best->ratio_low, then.candidate.ratio_low);
    best->ratio_high = fmax(best->ratio_high, then.candidate.ratio_high);
  }
  pme__candidate_runs_forget(&runs);
  return status;
}

pme_status pme__allow_for_cache_share(const pme__question *question, const pme__grid *grid,
                                      const pme__search_effort *effort, pme_loop_advice *inout) {
  const pme_machine *asked = question->prediction->machine;
  const pme_cache_level *outermost = &asked->levels[asked->level_count - 1];
  const double shares[] = {0.5, fmax(2, (double)outermost->told_bytes / (double)outermost->size_bytes)};
  pme_candidate *best = &inout->candidates[0];
  const pme_candidate *present = &inout->candidates[inout->present];
  if (!question->costs || !inout->pays || !depends_on_size(question, &grid->answers[inout->present], &grid->answers[0]))
    return PME_OK;
  pme_status status = PME_OK;
  for (int i = 0; i < 2 && status == PME_OK; i++) {
    pme_machine machine = with_share(asked, shares[i], best->pad_count == 0);
    status = widen(question, &machine, effort, present, best);
  }
  inout->pays = pme__is_worth_it(question, present, best);
  inout->hangs_on_size = !inout->pays;
  return status;
}
