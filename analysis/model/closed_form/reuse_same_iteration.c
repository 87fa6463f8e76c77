/* Reuse inside one iteration: earlier parts of the body. */
#include "reuse_sources.h"
#include "touched_region.h"

static bool overlap(const pme__comb *a, const pme__comb *b) {
  return a->start < b->start + pme__comb_extent(b) && b->start < a->start + pme__comb_extent(a);
}

/* Whether q stands in the body of the level before the part that holds the reference. */
static bool is_earlier(const pme__explanation *e, int q) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference], *other = &view->references[q];
  if (!pme__engine_may_meet(e->engine, e->reference, q) || other->executions == 0 ||
      !pme__view_encloses(view, e->loop, other))
    return false;
  int child = pme__view_child(view, e->loop, r);
  return child == PME_NONE || other->order < view->loops[child].order;
}

/* Where references of a block move differently, the first iteration is another matter than the one at the position:
 * what loops carry explains all the others. */
static double covered_first(const pme__explanation *e) {
  const pme__view *view = e->engine->view;
  int64_t back = -view->loops[e->loop].at;
  pme__comb target, combs[PME__EXPLAIN_MOST_EARLIER];
  pme__sweep sweep = {.carrier = e->loop, .shift = back, .count = 1, .one_thread = true};
  if (!pme__explain_region(e, back, 1, &target))
    return e->earlier_covered;
  for (int i = 0; i < e->earlier_count; i++)
    if (!pme__region_comb(e->engine, e->earlier_references[i], &sweep, &combs[i]))
      return e->earlier_covered;
  return pme__explain_covered(e, &target, combs, e->earlier_references, e->earlier_count, true);
}

void pme__explain_earlier(pme__explanation *e) {
  pme__comb target;
  double covered = 0;
  int count = 0;
  bool have_target = false, rigid = !e->engine->crosses[e->reference];
  /* The latest first: it covers most. */
  for (int q = e->reference - 1; q >= 0 && count < PME__EXPLAIN_MOST_EARLIER && (covered < 0.9999 || !rigid); q--) {
    if (!is_earlier(e, q))
      continue;
    if (!have_target && !pme__explain_region(e, 0, 1, &target))
      return;
    have_target = true;
    pme__sweep sweep = {.carrier = e->loop, .count = 1, .one_thread = true};
    if (!pme__region_comb(e->engine, q, &sweep, &e->earlier[count]))
      return;
    if (rigid && !overlap(&target, &e->earlier[count]))
      continue;
    e->earlier_references[count++] = q;
    double now = pme__explain_covered(e, &target, e->earlier, e->earlier_references, count, false);
    pme__explain_reuse(e, now - covered, 0, q);
    covered = now > covered ? now : covered;
  }
  e->earlier_count = count;
  e->earlier_covered = e->earlier_covered_first = covered;
  if (!rigid && count && e->loop != 0)
    e->earlier_covered_first = covered_first(e);
  e->amount *= 1 - covered;
}
