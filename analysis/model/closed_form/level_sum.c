/* The level sum: how the accesses of a reference turn into reuses, loop by loop, and what is left is cold. */
#include "level_sum.h"

#include <math.h>

#include "first_touches.h"
#include "observed_windows.h"
#include "reuse_sources.h"
#include "reuse_window.h"
#include "touched_region.h"

/* A phase of a schedule with less than this share of the touches is taken to be like the others. */
static const double SHORT_PHASE = 0.02;

static void add_misses(pme__level_sum *sum, double lines, const pme__reuse_window *window) {
  pme__miss_probability probability = pme__reuse_window_miss_probability(sum->context, window);
  sum->misses += lines * probability.miss;
  sum->low += lines * probability.low;
  sum->high += lines * probability.high;
  if (sum->context->observer)
    pme__observe_reuse(sum->context, window, lines, probability.miss);
}

static pme__loop *shared_loop_around(const pme__instance_view *view, int loop) {
  while (loop != 0 && view->loops[loop].kind != PME__LOOP_SHARED)
    loop = view->loops[loop].parent;
  return loop ? &view->loops[loop] : NULL;
}

/* Of the first visible thread, as far in the phase, from the first at_iteration that may reuse anything, as the
 * position is in the loop. */
static int64_t iteration_in_phase(const pme__loop *shared, int64_t first, int64_t iterations, int64_t distance) {
  double far = ((double)shared->parallel_iteration + 0.5) / (double)pme__instance_view_parallel_iterations(shared);
  int64_t idle = distance - first > 0 ? distance - first : 0;
  idle = idle < iterations ? idle : iterations - 1;
  int64_t at_iteration = first + idle + (int64_t)(far * (double)(iterations - idle));
  return pme__schedule_serial_iteration(&shared->schedule, at_iteration, shared->threads[0]);
}

/* Reuse inside a SHARED loop: each phase of active threads has a window of its own, unless it is too short to count. */
static void add_phases(pme__level_sum *sum, double lines, pme__reuse_window *window, pme__loop *shared) {
  pme__phase phases[PME__MOST_PHASES];
  int count = pme__instance_view_phases(shared, phases);
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  bool apart = r->is_private || pme__instance_view_stride(view, r, (int)(shared - view->loops)) != 0;
  bool carries = window->carrier == (int)(shared - view->loops);
  double touches[PME__MOST_PHASES], all = 0, counted = 0;
  int64_t busy = shared->active, at = shared->at, first = 0;
  for (int i = 0; i < count; i++)
    all += touches[i] = (double)phases[i].parallel_iterations * (double)(apart ? phases[i].active : 1);
  for (int i = 0; i < count; i++)
    counted += touches[i] >= SHORT_PHASE * all ? touches[i] : 0;
  for (int i = 0; i < count; i++) {
    if (touches[i] >= SHORT_PHASE * all) {
      window->active = shared->active = phases[i].active;
      shared->at = iteration_in_phase(shared, first, phases[i].parallel_iterations, carries ? window->distance : 0);
      add_misses(sum, lines * touches[i] / counted, window);
    }
    first += phases[i].parallel_iterations;
  }
  shared->active = busy;
  shared->at = at;
}

void pme__reuse_add_in(pme__level_sum *sum, int carrier, double share, int64_t distance, int source) {
  if (share <= 0 || !pme__context_can_go_on(sum->context))
    return;
  pme__reuse_window window = {.carrier = carrier, .distance = distance, .source = source, .target = sum->reference};
  pme__loop *shared = shared_loop_around(sum->context->view, carrier);
  if (shared)
    add_phases(sum, sum->amount * share, &window, shared);
  else
    add_misses(sum, sum->amount * share, &window);
}

void pme__reuse_add(pme__level_sum *sum, double share, int64_t distance, int source) {
  pme__reuse_add_in(sum, sum->loop, share, distance, source);
}

bool pme__reuse_region(const pme__level_sum *sum, int64_t shift, double count, pme__strided_region *out) {
  pme__iteration_span span = {
      .carrier = sum->loop, .shift = shift, .count = count, .limits = sum->limits, .one_thread = true};
  return pme__touched_region(sum->context, sum->reference, &span, out);
}

int pme__reuse_adjacent(const pme__level_sum *sum) {
  const pme__instance_view *view = sum->context->view;
  const pme__reference *r = &view->references[sum->reference];
  int inner = PME_NONE;
  for (int l = r->loop; l != sum->loop; l = view->loops[l].parent)
    if (pme__instance_view_stride(view, r, l) != 0)
      inner = l; /* ends as the outermost one that moves the reference */
  if (inner == PME_NONE || view->loops[inner].kind == PME__LOOP_SHARED)
    return PME_NONE;
  double outer_stride = (double)pme__instance_view_stride(view, r, sum->loop),
         stride = (double)pme__instance_view_stride(view, r, inner);
  double length = stride * view->loops[inner].trips;
  bool same_way = (outer_stride > 0) == (stride > 0);
  return same_way && fabs(outer_stride) >= fabs(length) && fabs(outer_stride) < fabs(length) + sum->context->line_bytes
             ? inner
             : PME_NONE;
}

static void sum_level(pme__level_sum *sum) {
  pme__reuse_same_iteration(sum);
  if (sum->loop == 0)
    return;
  if (sum->context->view->loops[sum->loop].kind == PME__LOOP_SHARED)
    pme__reuse_shared(sum);
  else
    pme__reuse_serial(sum);
}

static void sum_reference(pme__context *context, int reference, double weight, pme__estimate *out) {
  const pme__instance_view *view = context->view;
  const pme__reference *r = &view->references[reference];
  const pme__block_units *units = &context->units[r->block];
  pme__strided_region one =
      pme__strided_region_of_run(0, (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes, units->line);
  pme__level_sum sum = {.context = context, .reference = reference};
  sum.amount =
      r->executions * (r->is_private ? r->copies : 1) * pme__strided_region_measure(&one) / (double)units->line;
  for (sum.loop = r->loop; sum.loop != PME_NONE && pme__context_can_go_on(context);
       sum.loop = view->loops[sum.loop].parent)
    sum_level(&sum);
  if (!pme__context_can_go_on(context))
    return;
  out->accesses += weight * r->executions * r->copies;
  out->misses += weight * (sum.misses + sum.amount);
  out->cold += weight * sum.amount;
  out->low += weight * (sum.low + sum.amount);
  out->high += weight * (sum.high + sum.amount);
}

/* First touches of a block add up to its lines. What the levels left over, or took too much, would else have been
 * reused after a long time: such reuse misses in so far as the program is larger than the cache. */
static void settle_cold(const pme__context *context, int block, double lines, double long_miss,
                        pme__estimate *estimates) {
  const pme__instance_view *view = context->view;
  double cold = 0;
  for (int r = 0; r < view->reference_count; r++)
    cold += view->references[r].block == block ? estimates[r].cold : 0;
  if (lines < 0 || cold <= 0)
    return;
  for (int r = 0; r < view->reference_count; r++) {
    pme__estimate *e = &estimates[r];
    if (view->references[r].block != block)
      continue;
    double more = e->cold * (lines / cold - 1), other = more * (1 - long_miss);
    e->cold += more;
    e->misses = e->misses + other > e->cold ? e->misses + other : e->cold;
    e->low = e->low + other > e->cold ? e->low + other : e->cold;
    e->high = e->high + other > e->misses ? e->high + other : e->misses;
  }
}

static void settle_all(pme__context *context, pme__estimate *estimates) {
  double lines[PME__MOST_SETTLED], all = 0;
  int blocks = context->view->block_count < PME__MOST_SETTLED ? context->view->block_count : PME__MOST_SETTLED;
  for (int b = 0; b < blocks; b++) {
    lines[b] = context->first_touches ? context->first_touches[b] : pme__first_touches(context, b);
    all += lines[b] > 0 ? lines[b] : 0;
  }
  double long_miss = all / ((double)context->sets * context->ways);
  for (int b = 0; b < blocks; b++)
    settle_cold(context, b, lines[b], long_miss < 1 ? 0 : 1, estimates);
}

/* A line is pushed out by an access that misses. So among the lines that are lost inside a nest, other threads cause
 * the share that they have of the nest's misses. */
static void share_out(const pme__context *context, int outermost, pme__estimate *estimates) {
  const pme__instance_view *view = context->view;
  double misses = 0, others = 0;
  for (int r = 0; r < view->reference_count; r++)
    if (pme__instance_view_child(view, 0, &view->references[r]) == outermost) {
      misses += estimates[r].misses;
      others += estimates[r].misses * pme__touched_region_other_share(context, r);
    }
  for (int r = 0; r < view->reference_count && misses > 0; r++)
    if (pme__instance_view_child(view, 0, &view->references[r]) == outermost)
      estimates[r].other_threads = (estimates[r].misses - estimates[r].cold) * others / misses;
}

int pme__closed_form_add(pme__context *context, double weight, pme__estimate *estimates) {
  const pme__instance_view *view = context->view;
  int r = 0;
  for (; r < view->reference_count; r++) {
    if (view->references[r].executions > 0)
      sum_reference(context, r, weight, &estimates[r]);
    if (!pme__context_can_go_on(context))
      break;
  }
  if (r == view->reference_count)
    settle_all(context, estimates);
  for (int l = 1; l < view->loop_count; l++)
    if (view->loops[l].parent == 0)
      share_out(context, l, estimates);
  return r;
}
