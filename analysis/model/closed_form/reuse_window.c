/* The probability that a line is lost in a reuse window: the area vectors of its blocks, put together. */
#include "reuse_window.h"

#include <math.h>
#include <string.h>

#include "analysis/model/closed_form/area/area_vector.h"
#include "block_area.h"
#include "guard_thinning.h"
#include "observed_windows.h"

/* Moments that are looked at when a window is about as large as the cache, and from which uncertainty on it is. */
enum { MOMENTS = 8, MANY_MOMENTS = 24, FEW_SETS = 256 };
static const double SENSITIVE = 0.05;

/* Copies the regions of one block to block_regions; returns their number. */
static int take_block(pme__context *context, int block) {
  int taken = 0;
  for (int i = context->block_first[block]; i != PME_NONE; i = context->region_next[i])
    context->block_regions[taken++] = context->regions[i];
  return taken;
}

/* Loops that move the block by amounts that are no multiple of the alignment spread it over more positions. Of those
 * some stand for all where a way is long. */
static int64_t alignment_of(const pme__context *context, int block, int carrier) {
  const pme__instance_view *view = context->view;
  int64_t unit = context->units[block].unit_bytes, a = context->units[block].alignment * unit;
  for (int r = 0; r < view->reference_count && a > unit; r++) {
    const pme__reference *reference = &view->references[r];
    if (reference->block != block || !pme__instance_view_encloses(view, carrier, reference))
      continue;
    for (int l = carrier; l > 0; l = view->loops[l].parent) {
      int64_t stride = pme__instance_view_stride(view, reference, l);
      while (stride % a)
        a /= 2;
    }
  }
  a = a / unit < 1 ? 1 : a / unit;
  while (context->units[block].span / a > PME__CONTEXT_MOST_SLOTS && a < context->units[block].line)
    a *= 2;
  return a;
}

/* block_regions has the `count` regions of the block: unions them into context->others, or, if it is the block of the
 * reused line, fills context->own. */
static void add_block(pme__context *context, const pme__reuse_window *w, int block, int count,
                      const pme__strided_region *own) {
  pme__block_area area = {&context->units[block], alignment_of(context, block, w->carrier), context->block_regions,
                          count};
  long copies = context->view->blocks[block].is_private ? (long)pme__touched_region_threads(context, w->target) : 1;
  double share = pme__thinning_share(context, block, w->carrier);
  if (own) {
    pme__block_area_others(context, &area, own, context->own);
    pme__thinning_apply(context, share, context->own);
    if (--copies == 0)
      return;
  }
  double *scratch = context->scratch;
  pme__block_area_vector(context, &area, context->sum);
  pme__thinning_apply(context, share, context->sum);
  if (copies > 1)
    pme__area_power(context->sum, context->most, copies, scratch);
  pme__context_spend(context, 100 + 2.0 * (double)context->most * context->most);
  pme__area_union(context->others, context->sum, context->most, scratch);
  memcpy(context->others, scratch, (size_t)(context->most + 1) * sizeof *scratch);
}

/* The lines that are reused: touched by the source then and by the target now, at the moment if there is one. They
 * count as lines of the window's first iteration. */
static bool reused_lines(pme__context *context, const pme__reuse_window *w, pme__strided_region *own) {
  pme__strided_region now;
  int carrier = pme__reuse_window_innermost(context->view, w);
  int child = context->moment < 0 ? PME_NONE : pme__reuse_window_moving_child(context->view, w, carrier);
  pme__iteration_span span = {.carrier = carrier, .shift = -w->distance, .count = 1};
  if (pme__touched_region_groups(context->view, w->source) > 1 &&
      pme__touched_region_groups(context->view, w->target) > 1)
    span.group = PME__THREADS_LONGER; /* they stand for all */
  if (child != PME_NONE) {
    const pme__loop *loop = &context->view->loops[child];
    double iterations =
        loop->kind == PME__LOOP_SHARED ? (double)pme__instance_view_parallel_iterations(loop) : loop->trips;
    span.part = 1;
    span.part_first = (double)(int64_t)(context->moment * iterations);
  }
  if (!pme__touched_region(context, w->source, &span, own))
    return false;
  pme__reuse_window_add(context, w->source, span);
  span.shift = 0;
  if (!pme__touched_region(context, w->target, &span, &now))
    return false;
  pme__strided_region_cut(own, &now);
  return true;
}

static pme__miss_probability evaluate_at(pme__context *context, const pme__reuse_window *w, double moment) {
  pme__strided_region own;
  pme__miss_probability probability = {0};
  context->moment = moment;
  context->region_count = 0;
  for (int b = 0; b < context->view->block_count; b++)
    context->block_first[b] = PME_NONE;
  pme__reuse_window_collect(context, w);
  if (!reused_lines(context, w, &own))
    return probability;
  pme__area_none(context->others, context->most);
  pme__area_none(context->own, context->most);
  for (int b = 0; b < context->view->block_count && pme__context_can_go_on(context); b++)
    if (context->block_first[b] != PME_NONE)
      add_block(context, w, b, take_block(context, b), b == context->view->references[w->target].block ? &own : NULL);
  probability.miss = pme__area_at_least(context->own, context->others, context->most, context->ways);
  probability.low = pme__area_at_least(context->own, context->others, context->most, context->ways + 1);
  probability.high = pme__area_at_least(context->own, context->others, context->most, context->ways - 1);
  return probability;
}

/* For a listener: different lines that the window brings, all sets together. Costs no effort. */
static double lines_of(pme__context *context, const pme__reuse_window *w) {
  double effort = context->effort, sum = 0;
  bool over_budget = context->over_budget;
  for (int b = 0; b < context->view->block_count; b++) {
    if (context->block_first[b] == PME_NONE)
      continue;
    pme__block_area area = {&context->units[b], alignment_of(context, b, w->carrier), context->block_regions,
                            take_block(context, b)};
    double positions = pme__block_area_measure(context, &area);
    long copies = context->view->blocks[b].is_private ? (long)pme__touched_region_threads(context, w->target) : 1;
    sum += positions < 0 ? NAN : positions / (double)context->units[b].line * (double)copies;
  }
  context->effort = effort;
  context->over_budget = over_budget;
  return sum;
}

static void observe_area(pme__context *context, const pme__reuse_window *w, bool is_first, double weight) {
  if (context->observer && context->observer->thorough && pme__context_can_go_on(context))
    pme__observe_area(context, is_first, weight, lines_of(context, w));
}

/* Where one line more or less in a set decides, it matters that the end of one iteration and the start of the next lie
 * around the reused line: several moments are looked at (docs/model/equations.md 10.1, "ordered tail/head"). */
static pme__miss_probability evaluate(pme__context *context, const pme__reuse_window *w) {
  pme__miss_probability whole = evaluate_at(context, w, -1);
  observe_area(context, w, true, 1);
  int child = pme__reuse_window_moving_child(context->view, w, pme__reuse_window_innermost(context->view, w));
  if (w->distance == 0 || child == PME_NONE || whole.high - whole.low < SENSITIVE)
    return whole;
  /* Several positions share the moments between them. */
  int all = context->sets <= FEW_SETS ? MANY_MOMENTS : MOMENTS;
  int moments = all > 2 * context->positions ? all / context->positions : 2;
  pme__miss_probability sum = {0};
  for (int i = 0; i < moments && pme__context_can_go_on(context); i++) {
    double jitter = (i + moments * context->position + 1) * 0.6180339887498949;
    pme__miss_probability at = evaluate_at(context, w, (i + jitter - (double)(int)jitter) / moments);
    sum.miss += at.miss / moments;
    sum.low += at.low / moments;
    sum.high += at.high / moments;
    observe_area(context, w, i == 0, 1.0 / moments);
  }
  return sum;
}

static size_t memo_slot(const pme__context *context, const pme__reuse_window *w) {
  uint64_t h = (uint64_t)w->carrier * 0x9E3779B97F4A7C15u;
  h = (h ^ (uint64_t)w->distance ^ (uint64_t)w->active << 40) * 0xBF58476D1CE4E5B9u;
  h = (h ^ (uint64_t)w->source << 20 ^ (uint64_t)w->target) * 0x94D049BB133111EBu;
  return (size_t)(h >> 40) & (size_t)(context->memo_slots - 1);
}

/* A line that was touched `distance` iterations ago is not reused in one of the first: the position's iteration stands
 * for one of the later ones. */
static void step_behind(pme__instance_view *view, int loop, int64_t distance) {
  pme__loop *l = &view->loops[loop];
  if (l->kind != PME__LOOP_SERIAL || distance == 0 || (double)distance >= l->trips)
    return;
  double share = ((double)l->at + 0.5) / l->trips;
  int64_t at = distance + (int64_t)(share * (l->trips - (double)distance));
  l->value += (at - l->at) * pme__instance_view_step(view, loop);
  l->at = at;
}

static pme__miss_probability evaluate_behind(pme__context *context, const pme__reuse_window *w) {
  pme__instance_view *view = context->view;
  pme__loop kept[PME__INSTANCE_VIEW_MOST_DEPTH];
  int loops[PME__INSTANCE_VIEW_MOST_DEPTH], count = 0;
  for (int l = pme__reuse_window_innermost(view, w);; l = view->loops[l].parent) {
    loops[count] = l;
    kept[count++] = view->loops[l];
    step_behind(view, l, w->distance);
    if (l == w->carrier)
      break;
  }
  pme__miss_probability probability = evaluate(context, w);
  while (count-- > 0)
    view->loops[loops[count]] = kept[count];
  return probability;
}

pme__miss_probability pme__reuse_window_miss_probability(pme__context *context, const pme__reuse_window *w) {
  size_t slot = memo_slot(context, w);
  pme__reuse_window_memo *memo = &context->memo[slot];
  if (context->observer)
    context->window = &context->windows[slot];
  bool same = memo->used && memo->window.carrier == w->carrier && memo->window.distance == w->distance &&
              memo->window.source == w->source && memo->window.target == w->target && memo->window.active == w->active;
  if (!same)
    *memo = (pme__reuse_window_memo){*w, evaluate_behind(context, w), true};
  return memo->probability;
}
