/* The closed form: how much effort a level gets, and where it has nothing to add to a walk. */
#include "forming.h"

#include <math.h>
#include <string.h>

#include "analysis/model/closed_form/predict_level.h"
#include "analysis/model/closed_form/view/instance_view.h"
#include "analysis/model/settle_guards.h"
#include "choose_engine.h"

/* At a level where the walk has an answer, but with a wide interval. */
static const double second_effort = 2e7;
/* ... and where the misses are known to be few: it is cheap to count the lines of loops without triangles. */
static const double few_effort = 2e6;

static double effort_of(const pme__forming *f, const pme_prediction *walked, int level) {
  if (f->is_precise || !pme__walk_answers(walked, level))
    return f->effort;
  if (pme__walk_knows(walked, level) == PME__WALK_KNOWS_FEW)
    return fmin(f->effort * f->machine->level_count, few_effort);
  return fmin(f->effort, second_effort);
}

static void begin(pme__forming *f) {
  memset(f->has_level, 0, sizeof f->has_level);
  f->status = pme_prediction_create(f->concrete, f->machine, f->arena, &f->formed, NULL);
  for (int i = 0; f->status == PME_OK && i < f->formed->reference_count; i++) {
    pme_reason_code code;
    pme_reference_prediction *row = &f->formed->references[i];
    row->modelled = row->modelled && pme__instance_view_supports(f->concrete, row->node, &code);
  }
}

static void form_level(pme__forming *f, const pme_prediction *walked, int level) {
  pme__settling settling = {f->counts, f->guard_shares, f->effort};
  bool is_counted = false;
  pme__level_question question = {.level = level,
                                  .effort = effort_of(f, walked, level),
                                  .counts = f->counts,
                                  .guard_shares = f->guard_shares,
                                  .observer = f->observer};
  f->status = pme__predict_closed_form(&question, f->formed, &is_counted);
  f->has_level[level] = true;
  f->has_open_lines = f->has_open_lines || !is_counted;
  if (f->status == PME_OK)
    pme__settle_references(&settling, level, f->formed);
}

pme_status pme__form(pme__forming *f, const pme_prediction *walked, const bool *is_wanted) {
  if (!f->formed)
    begin(f);
  for (int l = 0; l < f->machine->level_count && f->status == PME_OK; l++)
    if (is_wanted[l] && !f->has_level[l])
      form_level(f, walked, l);
  return f->status;
}

/* ---- where a part of the answer is of no use ---- */

static bool is_open(const pme__forming *f, const pme_prediction *walked, int level) {
  for (int r = 0; r < walked->reference_count; r++)
    if (walked->references[r].modelled && !f->formed->references[r].modelled &&
        walked->references[r].levels[level].engine != PME_ENGINE_WALK)
      return true;
  return false;
}

bool pme__is_whole_so_far(void *forming, const pme_prediction *walked, int level) {
  pme__forming *f = (pme__forming *)forming;
  if (!f->formed || f->has_level[level]) /* the walk began anew */
    begin(f);
  if (f->status == PME_OK)
    form_level(f, walked, level);
  return f->status == PME_OK && !is_open(f, walked, level);
}

bool pme__is_useless(const pme__forming *f, const pme_prediction *walked) {
  for (int l = 0; l < f->machine->level_count; l++)
    if (f->has_level[l] && is_open(f, walked, l))
      return true;
  return false;
}
