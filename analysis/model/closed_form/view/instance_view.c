/* What is asked of an instance view: strides, the tree of its loops, parallel iterations. */
#include "instance_view.h"

#include "analysis/model/closed_form/area/strided_region.h"

/* Loops that may move one reference: regions have room for as many progressions, and a worksharing loop makes three. */
enum { MOST_MOVING_LOOPS = PME__STRIDED_REGION_MOST_DIMENSIONS - 3 };

bool pme__instance_view_supports(const pme_concrete *concrete, int node, pme_reason_code *reason) {
  const pme_concrete_access *access = &pme_concrete_node_at(concrete, node)->u.access;
  const pme_affine *offset = &access->offset_bytes;
  int moving = 0;
  for (int d = 0; d < offset->depth; d++)
    moving += offset->coefficients[d] != 0;
  *reason = offset->div_count || access->thread_bytes ? PME_REASON_UNSUPPORTED_MODEL : PME_REASON_TOO_DEEP;
  return offset->div_count == 0 && access->thread_bytes == 0 && moving <= MOST_MOVING_LOOPS;
}

bool pme__instance_view_move_alike(const pme__instance_view *view, const pme__reference *a, const pme__reference *b) {
  for (int l = a->loop; l != 0; l = view->loops[l].parent)
    if (pme__instance_view_encloses(view, l, b) &&
        a->strides_bytes[view->loops[l].depth] != b->strides_bytes[view->loops[l].depth])
      return false;
  return true;
}

static int64_t per_iteration(const pme__instance_view *view, const pme__reference *reference, int loop,
                             const int64_t *bytes) {
  int depth = view->loops[loop].depth;
  if (depth == 0 || !pme__instance_view_encloses(view, loop, reference))
    return 0;
  return bytes[depth] * view->loops[loop].factor;
}

int64_t pme__instance_view_step(const pme__instance_view *view, int loop) {
  const pme__loop *l = &view->loops[loop];
  return loop ? pme_concrete_node_at(view->concrete, l->source)->u.loop.step * l->factor : 0;
}

int64_t pme__instance_view_stride(const pme__instance_view *view, const pme__reference *reference, int loop) {
  return per_iteration(view, reference, loop, reference->strides_bytes);
}

int64_t pme__instance_view_drift(const pme__instance_view *view, const pme__reference *reference, int loop) {
  return per_iteration(view, reference, loop, reference->drifts_bytes);
}

int64_t pme__instance_view_split_drift(const pme__instance_view *view, const pme__reference *reference, int loop) {
  return per_iteration(view, reference, loop, reference->split_drifts_bytes);
}

int pme__instance_view_child(const pme__instance_view *view, int loop, const pme__reference *reference) {
  int child = reference->loop;
  if (child == loop)
    return PME_NONE;
  while (view->loops[child].parent != loop)
    child = view->loops[child].parent;
  return child;
}

int64_t pme__instance_view_parallel_iterations(const pme__loop *loop) {
  return pme__schedule_thread_iterations(&loop->schedule, loop->threads[0]);
}

int64_t pme__instance_view_busy_threads(const pme__loop *loop) {
  int64_t busy = 0, working = pme__schedule_busy_threads(&loop->schedule);
  for (int64_t i = 0; i < loop->thread_count; i++)
    busy += loop->threads[i] < working;
  return busy;
}

static int64_t visible_below(const pme__loop *loop, int64_t limit) {
  int64_t count = 0;
  while (count < loop->thread_count && loop->threads[count] < limit)
    count++;
  return count;
}

int pme__instance_view_phases(const pme__loop *loop, pme__phase phases[PME__MOST_PHASES]) {
  int64_t b = loop->schedule.block, round = b * loop->schedule.threads;
  int64_t rounds = loop->schedule.iterations / round, rest = loop->schedule.iterations % round;
  pme__phase all[PME__MOST_PHASES] = {{rounds * b, loop->thread_count},
                                      {rest % b, visible_below(loop, rest / b + 1)},
                                      {b - rest % b, visible_below(loop, rest / b)}};
  if (loop->schedule.even) {
    int64_t threads = loop->schedule.threads, n = loop->schedule.iterations;
    all[0] = (pme__phase){n / threads, loop->thread_count};
    all[1] = (pme__phase){n % threads != 0, visible_below(loop, n % threads)};
    all[2] = (pme__phase){0, 0};
  }
  int count = 0;
  for (int i = 0; i < PME__MOST_PHASES; i++)
    if (all[i].parallel_iterations > 0 && all[i].active > 0)
      phases[count++] = all[i];
  return count;
}
