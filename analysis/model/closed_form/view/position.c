/* Values of loops at a position: trip counts, first iterations, origins of references. */
#include "instance_view.h"

static int64_t iteration_at(double fraction, double trips) {
  int64_t at = (int64_t)(fraction * trips);
  return at < (int64_t)trips ? at : trips > 1 ? (int64_t)trips - 1 : 0;
}

/* Half of a split worksharing loop; the visible thread is the only one. */
static void place_part(pme__loop *loop, double fraction) {
  int64_t thread = loop->threads[0];
  int64_t own = pme__schedule_thread_iterations(&loop->schedule, thread), block = loop->schedule.block;
  if (loop->part == PME__PART_ROUNDS) {
    loop->factor = block * loop->schedule.threads;
    loop->lead = thread * block;
    loop->trips = own < block ? (own > 0) : (double)own / (double)block;
  } else {
    loop->trips = (double)(own < block ? own : block);
  }
  loop->at = iteration_at(fraction, loop->trips);
}

static void place_shared(pme__loop *loop, int64_t trips, double fraction) {
  int64_t p;
  loop->schedule = pme__schedule_make(trips, loop->chunk, loop->team);
  loop->trips = 0;
  for (int64_t i = 0; i < loop->thread_count; i++)
    loop->trips += (double)pme__schedule_thread_iterations(&loop->schedule, loop->threads[i]);
  p = iteration_at(fraction, (double)pme__instance_view_parallel_iterations(loop));
  loop->parallel_iteration = p;
  loop->at = pme__schedule_serial_iteration(&loop->schedule, p, loop->threads[0]);
  loop->lead = 0;
  loop->active = pme__instance_view_busy_threads(loop);
}

/* `values` are those of the position, `starts` those from which the counters of references count: the first iteration
 * of a loop, of a shifted one in the first iteration of the loops around it. */
static void place_loop(pme__instance_view *view, pme__loop *loop, double fraction, int64_t *values, int64_t *starts) {
  const pme_concrete_loop *source = &pme_concrete_node_at(view->concrete, loop->source)->u.loop;
  int d = loop->source_depth;
  if (loop->part == PME__PART_BLOCK) {
    loop->schedule = view->loops[loop->parent].schedule;
    place_part(loop, fraction);
    loop->first = values[d];
    loop->value = values[d] += source->step * loop->at;
    return;
  }
  int64_t trips = pme__trips_at(source, values, &loop->first);
  starts[d] = view->shapes[loop->source].is_shifted ? pme_affine_value(&source->firsts[0], starts) : loop->first;
  if (loop->part == PME__PART_ROUNDS) {
    loop->schedule = pme__schedule_make(trips, loop->chunk, loop->team);
    place_part(loop, fraction);
  } else if (loop->kind == PME__LOOP_SHARED) {
    place_shared(loop, trips, fraction);
  } else {
    loop->trips = (double)trips;
    loop->at = iteration_at(fraction, loop->trips);
  }
  loop->value = values[d] = loop->first + source->step * (loop->lead + loop->at * loop->factor);
}

/* Offset with every loop at its first iteration, as bounds stand at this position. */
static void place_reference(const pme__instance_view *view, pme__reference *reference, const int64_t *starts) {
  int64_t origin = pme_affine_value(reference->offset, starts) + reference->base_bytes;
  for (int l = reference->loop; l != 0; l = view->loops[l].parent)
    if (view->loops[l].lead)
      origin += reference->strides_bytes[view->loops[l].depth] * view->loops[l].lead;
  reference->origin_bytes = origin;
  reference->executions = reference->share > 0;
  for (int l = reference->loop; l != 0; l = view->loops[l].parent)
    reference->executions *= view->loops[l].trips;
}

void pme__instance_view_place(pme__instance_view *view, const double *fractions) {
  int64_t values[PME_MAX_DEPTH] = {0}, starts[PME_MAX_DEPTH] = {0};
  int next = 0;
  view->loops[0].trips = 1;
  /* Loops and references interleave in preorder: the starts of a reference's loops are those last written. */
  for (int l = 1; l <= view->loop_count; l++) {
    int order = l < view->loop_count ? view->loops[l].order : view->loops[0].end;
    for (; next < view->reference_count && view->references[next].order < order; next++)
      place_reference(view, &view->references[next], starts);
    if (l < view->loop_count)
      place_loop(view, &view->loops[l], fractions ? fractions[l] : 0.5, values, starts);
  }
}
