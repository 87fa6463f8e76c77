/* Makes the strided region that a reference touches while its loops run so many iterations. */
#include "touched_region.h"

#include "analysis/base/integer.h"

static const int64_t MOST = INT64_C(1) << 56;

static int64_t whole(double count) { return count<1.5 ? 1 : count>(double) MOST ? MOST : (int64_t)(count + 0.5); }

static int64_t times(int64_t a, int64_t b) {
  int64_t product;
  return __builtin_mul_overflow(a, b, &product) || product > MOST || product < -MOST ? MOST : product;
}

static int64_t thread_distance(const pme__loop *loop) {
  return loop->thread_count > 1 ? loop->threads[1] - loop->threads[0] : 1;
}

/* Threads at work: how many, how far the first iteration of the first of them is from that of the first visible one,
 * and that of each from the one before. */
typedef struct sharers {
  int64_t count, first, step;
} sharers;

/* Visible threads with the longer blocks of an even schedule. */
static int64_t longer_threads(const pme__loop *loop) {
  int64_t rest = loop->schedule.iterations % loop->schedule.threads, count = 0;
  while (count < loop->thread_count && loop->threads[count] < rest)
    count++;
  return count;
}

static sharers sharers_of(const pme__loop *loop, pme__thread_group group) {
  int64_t distance = thread_distance(loop);
  if (!loop->schedule.even || group == PME__THREADS_ALL)
    return (sharers){loop->active, 0, loop->schedule.block * distance};
  int64_t longer = longer_threads(loop), shortest = loop->schedule.iterations / loop->schedule.threads;
  if (group == PME__THREADS_LONGER)
    return (sharers){longer < loop->active ? longer : loop->active, 0, (shortest + 1) * distance};
  int64_t first = pme__schedule_serial_iteration(&loop->schedule, 0, loop->threads[longer]) -
                  pme__schedule_serial_iteration(&loop->schedule, 0, loop->threads[0]);
  return (sharers){loop->active - longer, first, shortest * distance};
}

/* `iterations` parallel iterations of a SHARED loop by some threads. */
static bool repeat_shared(const pme__loop *loop, pme__strided_region *region, int64_t stride, int64_t iterations,
                          sharers sharers) {
  int64_t block = loop->schedule.block;
  int64_t in_block = iterations < block ? iterations : block, rounds = (iterations + block - 1) / block;
  if (rounds > 1 && sharers.count == loop->schedule.threads) {
    /* Rounds follow each other without a gap. */
    int64_t all = (int64_t)loop->trips;
    int64_t count = times(iterations, sharers.count) < all ? times(iterations, sharers.count) : all;
    return pme__strided_region_repeat(region, count, stride);
  }
  return pme__strided_region_repeat(region, in_block, stride) &&
         pme__strided_region_repeat(region, sharers.count, times(stride, sharers.step)) &&
         pme__strided_region_repeat(region, rounds, times(stride, block * loop->schedule.threads));
}

static const sharers one_thread = {1, 0, 0};

static bool repeat_full(const pme__loop *loop, pme__strided_region *region, int64_t stride, bool mine) {
  if (loop->kind != PME__LOOP_SHARED)
    return pme__strided_region_repeat(region, whole(loop->trips), stride);
  if (!mine && loop->thread_count == loop->schedule.threads)
    return pme__strided_region_repeat(region, whole(loop->trips), stride);
  return repeat_shared(loop, region, stride, pme__instance_view_parallel_iterations(loop),
                       mine ? one_thread : sharers_of(loop, PME__THREADS_ALL));
}

static bool repeat(const pme__loop *loop, pme__strided_region *region, int64_t stride, double count, sharers sharers) {
  if (loop->kind == PME__LOOP_SHARED)
    return repeat_shared(loop, region, stride, whole(count), sharers);
  return pme__strided_region_repeat(region, whole(count), stride);
}

/* ---- loops that follow others ---- */

typedef struct value_range {
  int64_t low, high;
} value_range;

/* What the variable of an enclosing loop of the program can be during the span. When the reference moves with that
 * loop, its value at the position: rows of a triangle have their mean length. */
static value_range values_during(const pme__instance_view *view, const pme__reference *r,
                                 const pme__iteration_span *span, int follower, int source_depth) {
  value_range all = {0, 0};
  for (int l = view->loops[follower].parent; l > 0; l = view->loops[l].parent) {
    const pme__loop *loop = &view->loops[l];
    if (loop->source_depth != source_depth)
      continue;
    if (loop->depth < view->loops[span->carrier].depth || pme__instance_view_stride(view, r, l) != 0)
      return (value_range){loop->value, loop->value};
    int64_t step = pme_concrete_node_at(view->concrete, loop->source)->u.loop.step;
    int64_t from = loop->first, to = loop->first + step * (whole(loop->trips) - 1);
    if (l == span->carrier && loop->kind == PME__LOOP_SERIAL) {
      from = loop->value + step * loop->factor * span->shift;
      to = from + step * loop->factor * (whole(span->count) - 1);
    } else if (loop->part != PME__PART_WHOLE) {
      from = view->shapes[loop->source].low;
      to = view->shapes[loop->source].high;
    }
    return from < to ? (value_range){from, to} : (value_range){to, from};
  }
  return all;
}

static int64_t extreme_during(const pme_affine *affine, const value_range *values, bool largest) {
  __int128 sum = affine->constant;
  for (int d = 0; d < affine->depth; d++)
    sum +=
        (__int128)affine->coefficients[d] * ((affine->coefficients[d] > 0) == largest ? values[d].high : values[d].low);
  return sum > MOST ? MOST : sum < -MOST ? -MOST : (int64_t)sum;
}

/* First and last value of the follower over the whole span: the outermost ends of all its executions. */
static void find_hull(const pme__instance_view *view, const pme__reference *r, const pme__iteration_span *span,
                      int follower, int64_t *start, double *trips) {
  const pme_concrete_loop *loop = &pme_concrete_node_at(view->concrete, view->loops[follower].source)->u.loop;
  bool up = loop->step > 0;
  value_range values[PME_MAX_DEPTH];
  for (int d = 0; d < loop->depth; d++)
    values[d] = values_during(view, r, span, follower, d);
  int64_t first = extreme_during(&loop->firsts[0], values, !up), last = extreme_during(&loop->lasts[0], values, up);
  for (int i = 1; i < loop->first_count; i++) {
    int64_t other = extreme_during(&loop->firsts[i], values, !up);
    first = (up ? other > first : other < first) ? other : first;
  }
  for (int i = 1; i < loop->last_count; i++) {
    int64_t other = extreme_during(&loop->lasts[i], values, up);
    last = (up ? other < last : other > last) ? other : last;
  }
  *start = (first - view->loops[follower].first) / loop->step;
  *trips = (up ? last < first : last > first) ? 0 : (double)((last - first) / loop->step + 1);
}

static bool has_divs(const pme_concrete_loop *loop) {
  for (int i = 0; i < loop->first_count; i++)
    if (loop->firsts[i].div_count)
      return true;
  for (int i = 0; i < loop->last_count; i++)
    if (loop->lasts[i].div_count)
      return true;
  return false;
}

/* The loops inside the carrier that follow others run over their hull. */
static bool is_hull(const pme__instance_view *view, const pme__loop *loop) {
  return loop->follows && loop->part == PME__PART_WHOLE &&
         !has_divs(&pme_concrete_node_at(view->concrete, loop->source)->u.loop);
}

static int64_t serial_iteration(const pme__loop *loop, double iteration) {
  int64_t i = iteration > (double)MOST ? MOST : (int64_t)iteration;
  return loop->kind == PME__LOOP_SHARED ? pme__schedule_serial_iteration(&loop->schedule, i, 0) : i;
}

/* Of a loop inside the carrier. */
static sharers inner_sharers(const pme__loop *loop, const pme__reference *r) {
  return loop->kind == PME__LOOP_SHARED && !r->is_private ? sharers_of(loop, PME__THREADS_ALL) : one_thread;
}

/* A loop inside the carrier runs in part, as far as limits let it, over its hull, or in full. */
static bool add_inner_loop(const pme__context *context, const pme__reference *r, const pme__iteration_span *span, int l,
                           int64_t *start, pme__strided_region *region) {
  const pme__instance_view *view = context->view;
  const pme__loop *loop = &view->loops[l];
  int64_t stride_bytes = pme__instance_view_stride(view, r, l);
  int64_t stride = stride_bytes / context->units[r->block].unit_bytes;
  if (loop->depth == view->loops[span->carrier].depth + 1 && span->part > 0) {
    bool ok = repeat(loop, region, stride, span->part, inner_sharers(loop, r));
    *start += times(stride_bytes, serial_iteration(loop, span->part_first));
    return ok;
  }
  if (span->limits && span->limits[loop->depth] > 0)
    return repeat(loop, region, stride, span->limits[loop->depth], inner_sharers(loop, r));
  if (stride != 0 && is_hull(view, loop)) {
    int64_t first;
    double trips;
    find_hull(view, r, span, l, &first, &trips);
    *start += times(stride_bytes, first);
    return pme__strided_region_repeat(region, whole(trips), stride);
  }
  return repeat_full(loop, region, stride, r->is_private);
}

/* Adds what the reference touches in the iterations of one loop around it; *start, in bytes, moves along. */
static bool add_loop(const pme__context *context, const pme__reference *r, const pme__iteration_span *span, int l,
                     int64_t *start, pme__strided_region *region) {
  const pme__instance_view *view = context->view;
  const pme__loop *loop = &view->loops[l];
  int carrier_depth = view->loops[span->carrier].depth;
  int64_t stride_bytes = pme__instance_view_stride(view, r, l), unit_bytes = context->units[r->block].unit_bytes;
  bool together = loop->kind == PME__LOOP_SHARED && !(r->is_private || span->one_thread);
  sharers sharers = together ? sharers_of(loop, span->group) : one_thread;
  if (loop->depth > carrier_depth)
    return add_inner_loop(context, r, span, l, start, region);
  *start += times(stride_bytes, sharers.first) + times(stride_bytes, loop->at);
  if (loop->depth < carrier_depth)
    return !together ||
           pme__strided_region_repeat(region, sharers.count, times(stride_bytes / unit_bytes, sharers.step));
  /* A few iterations of the carrier: what inner loops touch moves with their starts. All of them: see find_hull. */
  int64_t drift = span->count < loop->trips ? pme__instance_view_split_drift(view, r, l) : stride_bytes;
  *start += times(drift, span->shift);
  return repeat(loop, region, drift / unit_bytes, span->count, sharers);
}

bool pme__touched_region(pme__context *context, int reference, const pme__iteration_span *span,
                         pme__strided_region *out) {
  const pme__instance_view *view = context->view;
  const pme__reference *r = &view->references[reference];
  const pme__block_units *units = &context->units[r->block];
  int64_t start = r->origin_bytes, length = (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes;
  pme__strided_region region = pme__strided_region_of_run(0, length, units->line);
  bool ok = true;
  for (int l = r->loop; l != 0 && ok; l = view->loops[l].parent)
    ok = add_loop(context, r, span, l, &start, &region);
  region.start += pme__floor_divide(start, units->unit_bytes);
  pme__strided_region_simplify(&region);
  context->too_deep |= !ok;
  pme__context_spend(context, 150);
  *out = region;
  return ok;
}

int64_t pme__touched_region_alignment(const pme__context *context, int reference, int loop, int but) {
  const pme__instance_view *view = context->view;
  const pme__reference *r = &view->references[reference];
  const pme__block_units *units = &context->units[r->block];
  int64_t alignment = units->alignment;
  for (int l = loop; l > 0; l = view->loops[l].parent)
    while (l != but && alignment > 1 && pme__instance_view_stride(view, r, l) / units->unit_bytes % alignment)
      alignment /= 2;
  return alignment;
}

static const pme__loop *shared_loop(const pme__instance_view *view, const pme__reference *r) {
  for (int l = r->loop; l != 0; l = view->loops[l].parent)
    if (view->loops[l].kind == PME__LOOP_SHARED)
      return &view->loops[l];
  return NULL;
}

int pme__touched_region_groups(const pme__instance_view *view, int reference) {
  const pme__loop *shared = shared_loop(view, &view->references[reference]);
  if (!shared || !shared->schedule.even || view->references[reference].is_private)
    return 1;
  int64_t longer = longer_threads(shared);
  return longer > 0 && longer < shared->active ? 2 : 1;
}

int64_t pme__touched_region_threads(const pme__context *context, int reference) {
  const pme__reference *r = &context->view->references[reference];
  const pme__loop *shared = shared_loop(context->view, r);
  return shared ? shared->active : (int64_t)r->copies;
}

double pme__touched_region_other_share(const pme__context *context, int reference) {
  const pme__instance_view *view = context->view;
  const pme__reference *r = &view->references[reference];
  double threads = (double)pme__touched_region_threads(context, reference);
  const pme__loop *shared = shared_loop(view, r);
  bool apart = r->is_private || (shared && pme__instance_view_stride(view, r, (int)(shared - view->loops)) != 0);
  return apart && threads > 1 ? (threads - 1) / threads : 0;
}
