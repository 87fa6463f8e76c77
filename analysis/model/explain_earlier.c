/* Reuse inside one iteration: earlier parts of the body. */
#include "explain.h"
#include "region.h"

static bool overlap(const pme__comb *a, const pme__comb *b) {
  return a->start < b->start + pme__comb_extent(b) && b->start < a->start + pme__comb_extent(a);
}

/* Whether q stands in the body of the level before the part that holds the reference. */
static bool is_earlier(const pme__explanation *e, int q) {
  const pme__view *view = e->engine->view;
  const pme__reference *r = &view->references[e->reference], *other = &view->references[q];
  if (other->block != r->block || !pme__view_encloses(view, e->loop, other))
    return false;
  int child = pme__view_child(view, e->loop, r);
  return child == PME_NONE || other->order < view->loops[child].order;
}

void pme__explain_earlier(pme__explanation *e) {
  pme__comb target;
  double covered = 0;
  bool have_target = false;
  const pme__block_units *units = &e->engine->units[e->engine->view->references[e->reference].block];
  e->earlier_count = 0;
  e->earlier_covered = 0;
  /* The latest first: it covers most. */
  for (int q = e->reference - 1; q >= 0 && e->earlier_count < PME__EXPLAIN_MOST_EARLIER && covered < 0.9999; q--) {
    if (!is_earlier(e, q))
      continue;
    if (!have_target && !pme__explain_region(e, 0, 1, &target))
      return;
    have_target = true;
    pme__sweep sweep = {.carrier = e->loop, .count = 1, .one_thread = true};
    if (!pme__region_comb(e->engine, q, &sweep, &e->earlier[e->earlier_count]))
      return;
    if (!overlap(&target, &e->earlier[e->earlier_count]))
      continue;
    e->earlier_count++;
    double now = pme__comb_covered(&target, e->earlier, e->earlier_count, units->line);
    pme__explain_reuse(e, now - covered, 0, q);
    covered = now > covered ? now : covered;
  }
  e->earlier_covered = covered;
  e->amount *= 1 - covered;
}
