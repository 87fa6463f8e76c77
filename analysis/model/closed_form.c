/* The level sum. */
#include "closed_form.h"

#include "region.h"
#include "reuse_class.h"
#include "window.h"

typedef struct walk {
  pme__engine *engine;
  int reference;
  int loop;      /* the level */
  double amount; /* lines touched, over the whole run, that are not explained yet */
  double misses, other;
} walk;

static void explain(walk *w, double share, int64_t distance, int source) {
  if (share <= 0)
    return;
  pme__window window = {w->loop, distance, source, w->reference};
  pme__verdict verdict = pme__window_verdict(w->engine, &window);
  w->misses += w->amount * share * verdict.miss;
  w->other += w->amount * share * verdict.miss * verdict.other;
}

static double lines_of(walk *w, double iterations) {
  pme__sweep sweep = {w->loop, 0, iterations, 0};
  pme__comb comb;
  return pme__region_comb(w->engine, w->reference, &sweep, &comb) ? pme__comb_measure(&comb) : 1;
}

static void plain_level(walk *w) {
  double trips = w->engine->view->loops[w->loop].trips;
  double fresh = lines_of(w, trips) / (lines_of(w, 1) * trips);
  fresh = fresh < 1 ? fresh : 1;
  explain(w, 1 - fresh, 1, w->reference);
  w->amount *= fresh;
}

static int64_t divisor(int64_t alignment, int64_t stride) {
  while (stride % alignment)
    alignment /= 2;
  return alignment;
}

/* Lines of neighbouring rows that are not a multiple of a line long (spec 7.3): first touches per row. */
static double row_share(walk *w, const pme__loop *loop) {
  pme__sweep one = {w->loop, 0, 1, 0};
  pme__comb row;
  const pme__view *view = w->engine->view;
  const pme__reference *r = &view->references[w->reference];
  if (!pme__region_comb(w->engine, w->reference, &one, &row))
    return 1;
  int64_t step = pme__view_stride(view, r, w->loop) / w->engine->units[r->block].unit_bytes;
  (void)loop;
  step = step < 0 ? -step : step;
  return step < row.width && row.pair_count == 0 ? (double)step / (double)row.width : 1;
}

static void shared_level(walk *w) {
  const pme__view *view = w->engine->view;
  const pme__loop *loop = &view->loops[w->loop];
  const pme__reference *r = &view->references[w->reference];
  const pme__block_units *units = &w->engine->units[r->block];
  int64_t stride = pme__view_stride(view, r, w->loop) / units->unit_bytes, shift = 0;
  stride = stride < 0 ? -stride : stride;
  pme__reuse_request request = {.schedule = loop->schedule,
                                .thread_count = loop->thread_count,
                                .threads = loop->threads,
                                .stride = stride,
                                .line = units->line,
                                .alignment = stride ? divisor(units->alignment, stride) : units->alignment,
                                .member_count = 1,
                                .shifts = &shift};
  pme__reuse_classes classes;
  if (!pme__reuse_classes_find(&request, &classes)) {
    w->engine->over_budget = true;
    return;
  }
  double first = 0, together = 0, rows = stride >= units->line ? row_share(w, loop) : 1;
  for (int i = 0; i < classes.count; i++) {
    if (classes.items[i].source == PME__REUSE_FIRST)
      first += classes.items[i].count / loop->trips;
    else if (classes.items[i].distance == 0)
      together += classes.items[i].count / loop->trips;
  }
  /* Threads that run side by side over the same lines bring nothing of their own, at the inner levels neither (7.1). */
  w->misses *= 1 - together;
  w->other *= 1 - together;
  for (int i = 0; i < classes.count; i++)
    if (classes.items[i].source != PME__REUSE_FIRST && classes.items[i].distance > 0)
      explain(w, classes.items[i].count / loop->trips, classes.items[i].distance, w->reference);
  explain(w, first * (1 - rows), 1, w->reference);
  w->amount *= first * rows;
}

static double executions_of(const pme__view *view, const pme__reference *r) {
  double product = 1;
  for (int l = r->loop; l != 0; l = view->loops[l].parent)
    product *= view->loops[l].trips;
  return product;
}

static void explain_reference(pme__engine *engine, int reference, double weight, pme__estimate *out) {
  const pme__view *view = engine->view;
  const pme__reference *r = &view->references[reference];
  const pme__block_units *units = &engine->units[r->block];
  double executions = executions_of(view, r);
  pme__comb one = pme__comb_run(0, (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes, units->line);
  walk w = {
      .engine = engine, .reference = reference, .amount = executions * pme__region_lines(engine, reference, &one)};
  for (w.loop = r->loop; w.loop != 0 && pme__engine_can_go_on(engine); w.loop = view->loops[w.loop].parent) {
    if (view->loops[w.loop].kind == PME__LOOP_SHARED)
      shared_level(&w);
    else
      plain_level(&w);
  }
  out->accesses += weight * executions * r->copies;
  out->misses += weight * (w.misses + w.amount);
  out->cold += weight * w.amount;
  out->other_threads += weight * w.other;
}

void pme__closed_form_add(pme__engine *engine, double weight, pme__estimate *estimates) {
  for (int r = 0; r < engine->view->reference_count && pme__engine_can_go_on(engine); r++)
    explain_reference(engine, r, weight, &estimates[r]);
}
