/* Sets up the working state of the closed form, for a view and for each of its positions. */
#include "context.h"
#include "analysis/base/integer.h"
#include "analysis/base/uncleared.h"
#include "touched_region.h"

#include <math.h>
#include <string.h>

/* Positions of a way that are worth their time. */
static const int64_t MOST_POSITIONS = 1 << 18;

/* The common divisor of what a reference adds: strides of the source, its size and its distance from the first. */
static int64_t divide_reference(int64_t unit, const pme__instance_view *view, const pme__reference *reference,
                                int64_t first_origin) {
  unit = pme__gcd(unit, reference->size_bytes);
  unit = pme__gcd(unit, reference->origin_bytes - first_origin);
  for (int d = 0; d < reference->offset->depth; d++)
    unit = pme__gcd(unit, reference->offset->coefficients[d]);
  for (int l = reference->loop; l != 0; l = view->loops[l].parent)
    unit = pme__gcd(unit, reference->strides_bytes[view->loops[l].depth]);
  return unit;
}

static int64_t least_stride(const pme__instance_view *view, int block) {
  int64_t least = INT64_MAX;
  for (int r = 0; r < view->reference_count; r++)
    for (int l = view->references[r].loop; l != 0 && view->references[r].block == block; l = view->loops[l].parent) {
      int64_t stride = view->references[r].strides_bytes[view->loops[l].depth];
      stride = stride < 0 ? -stride : stride;
      least = stride != 0 && stride < least ? stride : least;
    }
  return least;
}

/* Large caches and small units make ways of many positions: there, offsets are rounded to a larger unit, but no stride
 * to 0. */
static int64_t coarsened(const pme__context *context, int block, int64_t unit) {
  int64_t least = least_stride(context->view, block);
  while (context->line_bytes / unit * context->sets > MOST_POSITIONS && unit < context->line_bytes && 2 * unit <= least)
    unit *= 2;
  return unit;
}

static pme__block_units units_of(const pme__context *context, int block) {
  const pme__instance_view *view = context->view;
  const pme__block *b = &view->blocks[block];
  int64_t unit = pme__gcd(context->line_bytes, b->known ? context->line_bytes : b->alignment_bytes);
  const pme__reference *first = NULL;
  for (int r = 0; r < view->reference_count; r++) {
    const pme__reference *reference = &view->references[r];
    if (reference->block != block)
      continue;
    first = first ? first : reference;
    unit = divide_reference(unit, view, reference, first->origin_bytes);
  }
  unit = coarsened(context, block, unit);
  int64_t alignment = b->known ? context->line_bytes : pme__gcd(context->line_bytes, b->alignment_bytes);
  return (pme__block_units){.unit_bytes = unit,
                            .line = context->line_bytes / unit,
                            .span = context->line_bytes / unit * context->sets,
                            .alignment = alignment < unit ? 1 : alignment / unit};
}

/* Positions of the longest way; those that are too long are read in larger steps. */
static int64_t most_slots(const pme__context *context) {
  int64_t most = 1, limit = context->sets > PME__CONTEXT_MOST_SLOTS ? context->sets : PME__CONTEXT_MOST_SLOTS;
  for (int b = 0; b < context->view->block_count; b++)
    if (context->units[b].span > most)
      most = context->units[b].span;
  return most < limit ? most : limit;
}

/* A reference adds at most three regions to a window, by at most two groups of threads, and a few stand for reused
 * lines.
 */
static int regions_for(const pme__instance_view *view) { return 7 * view->reference_count + 16; }

static int slots_for(const pme__instance_view *view) {
  int slots = 64;
  while (slots < 16 * view->reference_count && slots < 4096)
    slots *= 2;
  return slots;
}

static bool create_vectors(pme__context *context, pme_arena *arena) {
  int64_t slots = most_slots(context) + 2, entries = context->most + 1;
  context->region_steps = PME__ARENA_UNCLEARED(arena, uint32_t, 2 * slots);
  context->own = PME_ARENA_NEW(arena, double, 6 * entries);
  context->area_memos = PME_ARENA_NEW(arena, pme__area_memo, PME__CONTEXT_AREA_SLOTS);
  double *vectors = PME__ARENA_UNCLEARED(arena, double, PME__CONTEXT_AREA_SLOTS *entries);
  if (!context->region_steps || !context->own || !context->area_memos || !vectors)
    return false;
  context->own_steps = context->region_steps + slots;
  context->others = context->own + entries;
  context->sum = context->others + entries;
  context->thinned = context->sum + entries;
  context->scratch = context->thinned + entries;
  for (int i = 0; i < PME__CONTEXT_AREA_SLOTS; i++)
    context->area_memos[i].vector = vectors + i * entries;
  return true;
}

/* ---- guards ---- */

/* With more references pairs are too many to keep, and guards are taken as always holding. */
enum { MOST_GUARDED = 2000 };
/* Pairs, and shares of blocks, that may be looked at: a tenth of a millisecond each; as far as this share of the effort
 * goes. */
enum { MOST_LOOKED_AT = 64 };
static const double share_for_pairs = 0.25;
/* Of so many times the lines that fill a set some may be left. */
enum { ROOM_FOR_GUARDED = 3 };

/* Whether guards keep q from most of what r visits. Where both touch the same lines in the same iterations that can be
 * looked at; else it is a matter of how often either is let through. */
static bool is_seldom(pme__context *context, const pme__reference *r, const pme__reference *q) {
  const pme__instance_view *view = context->view;
  int64_t line_bytes = context->line_bytes;
  int64_t distance = r->offset->constant - q->offset->constant;
  if (r == q || r->block != q->block || pme__guard_holds_with(view->concrete, q->node, r->node))
    return false;
  double given = -1;
  bool is_near = r->array == q->array && distance < line_bytes && distance > -line_bytes;
  bool has_effort = context->looked_at < MOST_LOOKED_AT && context->effort <= share_for_pairs * context->effort_limit;
  if (is_near && has_effort && pme__instance_view_move_alike(view, r, q)) {
    context->looked_at++;
    double before = pme__guard_shares_effort(context->guard_shares);
    given = pme__guard_share_given(context->guard_shares, q->node, r->node, (int)line_bytes);
    pme__context_spend(context, pme__guard_shares_effort(context->guard_shares) - before);
  }
  return given >= 0 ? given < 0.5 : q->share < 0.5 * r->share;
}

static bool is_guarded(const pme__instance_view *view) {
  for (int r = 0; r < view->reference_count; r++)
    if (view->references[r].share < 1)
      return view->reference_count <= MOST_GUARDED;
  return false;
}

static bool create_shares(pme__context *context, pme_arena *arena) {
  const pme__instance_view *view = context->view;
  size_t count = (size_t)view->reference_count;
  if (!is_guarded(view))
    return true;
  bool *seldom = PME_ARENA_NEW(arena, bool, count *count);
  for (size_t r = 0; seldom && r < count; r++)
    for (size_t q = 0; q < count; q++)
      seldom[r * count + q] = is_seldom(context, &view->references[r], &view->references[q]);
  context->seldom = seldom;
  context->inside_shares = PME_ARENA_NEW(arena, double, count *(PME_MAX_DEPTH + 1));
  for (size_t i = 0; context->inside_shares && i < count * (PME_MAX_DEPTH + 1); i++)
    context->inside_shares[i] = -1;
  context->shares = PME_ARENA_NEW(arena, double, (size_t)view->block_count *(size_t)view->loop_count);
  return seldom && context->shares && context->inside_shares;
}

/* Room for the regions of a window, and for what is known of windows and references. Most of it a small program never
 * touches: to clear it took longer than its equations. */
static bool create_regions(pme__context *context, pme_arena *arena) {
  const pme__instance_view *view = context->view;
  context->regions = PME__ARENA_UNCLEARED(arena, pme__strided_region, context->most_regions);
  context->block_regions = PME__ARENA_UNCLEARED(arena, pme__strided_region, context->most_regions);
  context->region_next = PME__ARENA_UNCLEARED(arena, int, context->most_regions);
  context->block_first = PME_ARENA_NEW(arena, int, view->block_count + 1);
  context->intervals = PME__ARENA_UNCLEARED(arena, pme__interval, PME__CONTEXT_MOST_RUNS);
  context->memo = PME_ARENA_NEW(arena, pme__reuse_window_memo, context->memo_slots);
  context->reach = PME_ARENA_NEW(arena, pme__interval, view->reference_count + 1);
  context->crosses = PME_ARENA_NEW(arena, bool, view->reference_count + 1);
  return context->regions && context->block_regions && context->region_next && context->block_first &&
         context->intervals && context->memo && context->reach && context->crosses;
}

bool pme__context_create(pme__context *context, pme__instance_view *view, const pme_cache_level *level,
                         double effort_limit, pme__guard_shares *guard_shares, pme_arena *arena) {
  *context = (pme__context){.view = view,
                            .line_bytes = level->line_bytes,
                            .sets = pme_cache_sets(level),
                            .ways = level->associativity,
                            .most = (level->associativity + 1) * (is_guarded(view) ? ROOM_FOR_GUARDED : 1),
                            .most_regions = regions_for(view),
                            .memo_slots = slots_for(view),
                            .moment = -1,
                            .effort_limit = effort_limit,
                            .guard_shares = guard_shares,
                            .arena = arena,
                            .units = PME_ARENA_NEW(arena, pme__block_units, view->block_count + 1)};
  if (!context->units)
    return false;
  for (int b = 0; b < view->block_count; b++)
    context->units[b] = units_of(context, b);
  return create_regions(context, arena) && create_vectors(context, arena) && create_shares(context, arena);
}

enum { SHORT_LINES = 64 };

static bool is_worksharing(const pme__loop *loop) {
  return loop->kind == PME__LOOP_SHARED || loop->part == PME__PART_BLOCK;
}

static void widen(double *low, double *high, double by) { *(by < 0 ? low : high) += by; }

/* Adds what a worksharing loop moves the reference by, whichever iterations the threads of the instance get. */
static void widen_by_worksharing(const pme__instance_view *view, const pme__reference *r, int l, double *low,
                                 double *high) {
  const pme__loop *loop = &view->loops[l];
  double stride = (double)pme__instance_view_stride(view, r, l), most = (double)loop->schedule.iterations - 1;
  int64_t lead = loop->part == PME__PART_BLOCK ? view->loops[loop->parent].lead : loop->lead;
  *low -= stride * (double)lead;
  *high -= stride * (double)lead;
  widen(low, high, stride * (most > 0 ? most : 0));
}

/* Bytes from the first to behind the last that the reference touches, where all loops run equally long everywhere. */
static void find_reach_of_rectangle(const pme__instance_view *view, const pme__reference *r, double *low,
                                    double *high) {
  *low = *high = (double)r->origin_bytes;
  for (int l = r->loop; l != 0; l = view->loops[l].parent) {
    if (is_worksharing(&view->loops[l]))
      widen_by_worksharing(view, r, l, low, high);
    else if (view->loops[l].part != PME__PART_ROUNDS && view->loops[l].trips > 1)
      widen(low, high, (double)pme__instance_view_stride(view, r, l) * (view->loops[l].trips - 1));
  }
  *high += (double)r->size_bytes;
}

/* The same for others: around the hull of what the threads of the instance touch, with room for all others. */
static void find_reach_of_hull(pme__context *context, int reference, double *low, double *high) {
  const pme__iteration_span all = {.carrier = 0, .count = 1};
  const pme__instance_view *view = context->view;
  const pme__reference *r = &view->references[reference];
  double unit = (double)context->units[r->block].unit_bytes;
  pme__strided_region region;
  if (!pme__touched_region(context, reference, &all, &region))
    return;
  *low = unit * (double)region.start;
  *high = unit * ((double)region.start + (double)pme__strided_region_extent(&region));
  for (int l = r->loop; l != 0; l = view->loops[l].parent)
    if (is_worksharing(&view->loops[l])) {
      double most = fabs((double)pme__instance_view_stride(view, r, l)) * (double)view->loops[l].schedule.iterations;
      *low -= most;
      *high += most;
    }
}

static int64_t whole_units(double bytes, int64_t unit) {
  double units = floor(bytes / (double)unit);
  return units > (double)PME__STRIDED_REGION_FAR    ? PME__STRIDED_REGION_FAR
         : units < -(double)PME__STRIDED_REGION_FAR ? -PME__STRIDED_REGION_FAR
                                                    : (int64_t)units;
}

static void find_reach(pme__context *context, int reference) {
  const pme__reference *r = &context->view->references[reference];
  const pme__block_units *units = &context->units[r->block];
  double low = -INFINITY, high = INFINITY;
  if (r->executions > 0 && context->view->rectangular)
    find_reach_of_rectangle(context->view, r, &low, &high);
  else if (r->executions > 0)
    find_reach_of_hull(context, reference, &low, &high);
  /* Neighbours of short arrays share lines with them. The one line at the end of a long one does not count. */
  pme__interval all = {whole_units(low, units->unit_bytes), whole_units(high, units->unit_bytes)};
  int64_t around = (all.high - all.low) / units->line < SHORT_LINES ? units->line : 0;
  context->reach[reference] = (pme__interval){all.low - around, all.high + around};
}

static void find_meetings(pme__context *context) {
  const pme__instance_view *view = context->view;
  for (int r = 0; r < view->reference_count; r++)
    find_reach(context, r);
  for (int r = 0; r < view->reference_count; r++) {
    context->crosses[r] = false;
    for (int q = 0; q < view->reference_count && !view->rigid && !context->crosses[r]; q++)
      context->crosses[r] = pme__context_may_meet(context, r, q) &&
                            !pme__instance_view_move_alike(view, &view->references[r], &view->references[q]);
  }
}

void pme__context_move(pme__context *context, int position, int positions) {
  context->position = position;
  context->positions = positions;
  memset(context->memo, 0, (size_t)context->memo_slots * sizeof *context->memo);
  if (position == 0 || !context->view->rectangular)
    find_meetings(context);
}

bool pme__context_can_go_on(const pme__context *context) {
  return !context->over_budget && !context->too_deep && !context->no_memory;
}
