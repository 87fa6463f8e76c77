/* The level sum. */
#include "closed_form.h"

#include "explain.h"
#include "region.h"
#include "window.h"

void pme__explain_reuse(pme__explanation *e, double share, int64_t distance, int source) {
  if (share <= 0 || !pme__engine_can_go_on(e->engine))
    return;
  pme__window window = {e->loop, distance, source, e->reference};
  pme__verdict verdict = pme__window_verdict(e->engine, &window);
  e->misses += e->amount * share * verdict.miss;
  e->other += e->amount * share * verdict.miss * verdict.other;
}

bool pme__explain_region(const pme__explanation *e, int64_t shift, double count, pme__comb *out) {
  pme__sweep sweep = {.carrier = e->loop, .shift = shift, .count = count, .limits = e->limits};
  return pme__region_comb(e->engine, e->reference, &sweep, out);
}

double pme__explain_row_overlap(const pme__comb *row, int64_t step, int64_t line) {
  step = step < 0 ? -step : step;
  if (row->pair_count > 0 || step < line || step >= row->width)
    return 0;
  return 1 - (double)step / (double)row->width;
}

static double executions_of(const pme__view *view, const pme__reference *r) {
  double product = 1;
  for (int l = r->loop; l != 0; l = view->loops[l].parent)
    product *= view->loops[l].trips;
  return product;
}

static void explain_level(pme__explanation *e) {
  pme__explain_earlier(e);
  if (e->loop == 0)
    return;
  if (e->engine->view->loops[e->loop].kind == PME__LOOP_SHARED)
    pme__explain_shared(e);
  else
    pme__explain_plain(e);
}

static void explain_reference(pme__engine *engine, int reference, double weight, pme__estimate *out) {
  const pme__view *view = engine->view;
  const pme__reference *r = &view->references[reference];
  const pme__block_units *units = &engine->units[r->block];
  double executions = executions_of(view, r);
  pme__comb one = pme__comb_run(0, (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes, units->line);
  pme__explanation e = {.engine = engine, .reference = reference};
  e.amount = executions * (r->is_private ? r->copies : 1) * pme__region_lines(engine, reference, &one);
  for (e.loop = r->loop; e.loop != PME_NONE && pme__engine_can_go_on(engine); e.loop = view->loops[e.loop].parent)
    explain_level(&e);
  out->accesses += weight * executions * r->copies;
  out->misses += weight * (e.misses + e.amount);
  out->cold += weight * e.amount;
  out->other_threads += weight * e.other;
}

void pme__closed_form_add(pme__engine *engine, double weight, pme__estimate *estimates) {
  for (int r = 0; r < engine->view->reference_count && pme__engine_can_go_on(engine); r++)
    explain_reference(engine, r, weight, &estimates[r]);
}
