/* Reuse between references of one array that a loop moves at different speeds, such as a[i][j] and a[j][i]. */
#include "reuse_sources.h"
#include "touched_region.h"

enum { MOST_SOURCES = 16 };

/* Whether what the reference touches in one iteration of the loop grows or shrinks with it: triangles. */
static bool grows(const pme__instance_view *view, const pme__reference *r, int loop) {
  for (int l = r->loop; l != loop; l = view->loops[l].parent)
    if (view->loops[l].follows && pme__instance_view_stride(view, r, l) != 0)
      return true;
  return false;
}

/* Two references that cross: each line is met by one first, and by the other some time later. Seen from one of them,
 * half of the common lines were met before, anywhere between the beginning of the loop and now. A reference that the
 * loop does not move meets its lines in every iteration: the other comes second; unless it grows, then both come to
 * new lines at about the same time. Plain loops have asked about the iteration before already. */
static double share_before(const pme__level_sum *sum, int q, bool *in_every_iteration) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference], *other = &view->references[q];
  int64_t stride = pme__instance_view_stride(view, r, sum->loop),
          other_stride = pme__instance_view_stride(view, other, sum->loop);
  bool shared = view->loops[sum->loop].kind == PME__LOOP_SHARED;
  *in_every_iteration = stride == 0 || other_stride == 0;
  if (stride == other_stride)
    return 0;
  if (grows(view, r, sum->loop) || grows(view, other, sum->loop))
    return shared || !*in_every_iteration ? 0.5 : 0;
  if (other_stride == 0)
    return shared ? 1 : 0;
  return stride == 0 ? 0 : 0.5;
}

static double iterations_of(const pme__loop *loop) {
  return loop->kind == PME__LOOP_SHARED ? (double)pme__instance_view_parallel_iterations(loop) : loop->trips;
}

/* Lines that both touch in one iteration do not cross. */
static double covered_at_once(const pme__level_sum *sum, int q) {
  pme__strided_region target, source;
  pme__iteration_span span = {.carrier = sum->loop, .count = 1, .one_thread = true};
  if (!pme__reuse_region(sum, 0, 1, &target) || !pme__touched_region(sum->context, q, &span, &source))
    return 0;
  return pme__reuse_coverage(sum, &target, &source, &q, 1, false);
}

/* Whether q stands in the loop and may touch lines of the reference. */
static bool may_cross(const pme__level_sum *sum, int q) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *other = &view->references[q];
  return pme__context_may_meet(sum->context, sum->reference, q) && other->executions != 0 &&
         pme__instance_view_encloses(view, sum->loop, other);
}

/* Of lines met in every iteration the other touch is one iteration ago, else anywhere since the loop began. */
static void add_crossing(pme__level_sum *sum, double share, bool always, double iterations, int q) {
  if (always) {
    pme__reuse_add(sum, share, 1, q);
  } else {
    pme__reuse_add(sum, share / 2, (int64_t)(iterations / 6) + 1, q);
    pme__reuse_add(sum, share / 2, (int64_t)(iterations / 2), q);
  }
}

void pme__reuse_crossing(pme__level_sum *sum) {
  const pme__instance_view *view = sum->context->view;
  const pme__loop *loop = &view->loops[sum->loop];
  const pme__reference *r = &view->references[sum->reference];
  double iterations = iterations_of(loop), explained = 0;
  pme__strided_region target, source;
  pme__iteration_span all = {.carrier = sum->loop, .shift = -loop->at, .count = iterations};
  bool have_target = false;
  int looked_at = 0;
  if (iterations < 4 || r->is_private)
    return;
  for (int q = 0; q < view->reference_count && looked_at < MOST_SOURCES && explained < 0.9; q++) {
    bool always;
    double before = may_cross(sum, q) ? share_before(sum, q, &always) : 0;
    if (before == 0)
      continue;
    looked_at++;
    if (!have_target && !pme__reuse_region(sum, -loop->at, iterations, &target))
      return;
    have_target = true;
    if (!pme__touched_region(sum->context, q, &all, &source))
      return;
    double common = pme__reuse_coverage(sum, &target, &source, &q, 1, true) - covered_at_once(sum, q);
    double share = common > 0 ? before * common * (1 - explained) : 0;
    add_crossing(sum, share, always, iterations, q);
    explained += share;
  }
  sum->amount *= 1 - explained;
}
