/* Reuse inside one iteration of a loop: lines that earlier parts of its body have touched. */
#include "reuse_sources.h"
#include "touched_region.h"

static bool overlap(const pme__strided_region *a, const pme__strided_region *b) {
  return a->start < b->start + pme__strided_region_extent(b) && b->start < a->start + pme__strided_region_extent(a);
}

/* Whether q stands in the body of the level before the part that holds the reference. */
static bool is_earlier(const pme__level_sum *sum, int q) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference], *other = &view->references[q];
  if (!pme__context_may_meet(sum->context, sum->reference, q) || other->executions == 0 ||
      !pme__instance_view_encloses(view, sum->loop, other))
    return false;
  int child = pme__instance_view_child(view, sum->loop, r);
  return child == PME_NONE || other->order < view->loops[child].order;
}

/* Where references of a block move differently, the first iteration is another matter than the one at the position:
 * what loops carry explains all the others. */
static double covered_first(const pme__level_sum *sum) {
  const pme__instance_view *view = sum->context->view;
  int64_t back = -view->loops[sum->loop].at;
  pme__strided_region target, regions[PME__REUSE_MOST_EARLIER];
  pme__iteration_span span = {.carrier = sum->loop, .shift = back, .count = 1, .one_thread = true};
  if (!pme__reuse_region(sum, back, 1, &target))
    return sum->earlier_covered;
  for (int i = 0; i < sum->earlier_count; i++)
    if (!pme__touched_region(sum->context, sum->earlier_references[i], &span, &regions[i]))
      return sum->earlier_covered;
  return pme__reuse_coverage(sum, &target, regions, sum->earlier_references, sum->earlier_count, true);
}

void pme__reuse_same_iteration(pme__level_sum *sum) {
  pme__strided_region target;
  double covered = 0;
  int count = 0;
  bool have_target = false, rigid = !sum->context->crosses[sum->reference];
  /* The latest first: it covers most. */
  for (int q = sum->reference - 1; q >= 0 && count < PME__REUSE_MOST_EARLIER && (covered < 0.9999 || !rigid); q--) {
    if (!is_earlier(sum, q))
      continue;
    if (!have_target && !pme__reuse_region(sum, 0, 1, &target))
      return;
    have_target = true;
    pme__iteration_span span = {.carrier = sum->loop, .count = 1, .one_thread = true};
    if (!pme__touched_region(sum->context, q, &span, &sum->earlier[count]))
      return;
    if (rigid && !overlap(&target, &sum->earlier[count]))
      continue;
    sum->earlier_references[count++] = q;
    double now = pme__reuse_coverage(sum, &target, sum->earlier, sum->earlier_references, count, false);
    pme__reuse_add(sum, now - covered, 0, q);
    covered = now > covered ? now : covered;
  }
  sum->earlier_count = count;
  sum->earlier_covered = sum->earlier_covered_first = covered;
  if (!rigid && count && sum->loop != 0)
    sum->earlier_covered_first = covered_first(sum);
  sum->amount *= 1 - covered;
}
