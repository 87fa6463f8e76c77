/* One answer from two engines: the walk's where it is sure or disagrees, else the closed form's. */
#include "one_answer.h"

#include "walk.h"

/* An interval is narrow when it is below this share of the misses, or of the accesses. */
static const double narrow_share_of_misses = 0.1;
static const double narrow_share_of_accesses = 5e-4;

static bool is_narrow(const pme_misses *m) {
  double half_width = 0.5 * (m->high - m->low);
  return half_width <= narrow_share_of_misses * m->misses || half_width <= narrow_share_of_accesses * m->accesses ||
         half_width <= 1;
}

static bool holds(const pme_misses *interval, double value) {
  return value >= interval->low && value <= interval->high;
}

static void choose(const pme_misses *walked, pme_misses *inout) {
  if (walked->engine == PME_ENGINE_WALK && (is_narrow(walked) || !holds(walked, inout->misses)))
    *inout = *walked;
}

pme_status pme__one_answer(double effort_nanoseconds, pme_arena *arena, pme_prediction *inout) {
  pme__walk_options options = {.effort_nanoseconds = effort_nanoseconds};
  pme_prediction *walked;
  pme_status status = pme_prediction_create(inout->concrete, inout->machine, arena, &walked, NULL);
  if (status == PME_OK)
    status = pme__walk_predict(inout->concrete, inout->machine, &options, arena, walked, NULL);
  for (int r = 0; r < inout->reference_count && status == PME_OK; r++) {
    pme_reference_prediction *row = &inout->references[r];
    for (int l = 0; l < inout->level_count && row->modelled; l++)
      choose(&walked->references[r].levels[l], &row->levels[l]);
  }
  for (int a = 0; a < walked->assumption_count && status == PME_OK; a++)
    status = pme_prediction_add_assumption(inout, arena, &walked->assumptions[a]);
  return status;
}
