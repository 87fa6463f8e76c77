/* Preparing the engine. */
#include "context.h"
#include "analysis/base/integer.h"
#include "guard_share.h"
#include "touched_region.h"

#include <math.h>
#include <string.h>

/* Positions of a circle that are worth their time. */
static const int64_t MOST_POSITIONS = 1 << 18;

/* The common divisor of what a reference adds: strides of the source, its size and its distance from the first. */
static int64_t divide_reference(int64_t unit, const pme__view *view, const pme__reference *reference,
                                int64_t first_origin) {
  unit = pme__gcd(unit, reference->size_bytes);
  unit = pme__gcd(unit, reference->origin_bytes - first_origin);
  for (int d = 0; d < reference->offset->depth; d++)
    unit = pme__gcd(unit, reference->offset->coefficients[d]);
  for (int l = reference->loop; l != 0; l = view->loops[l].parent)
    unit = pme__gcd(unit, reference->strides_bytes[view->loops[l].depth]);
  return unit;
}

static int64_t least_stride(const pme__view *view, int block) {
  int64_t least = INT64_MAX;
  for (int r = 0; r < view->reference_count; r++)
    for (int l = view->references[r].loop; l != 0 && view->references[r].block == block; l = view->loops[l].parent) {
      int64_t stride = view->references[r].strides_bytes[view->loops[l].depth];
      stride = stride < 0 ? -stride : stride;
      least = stride != 0 && stride < least ? stride : least;
    }
  return least;
}

/* Large caches and small units make long circles: there, offsets are rounded to a larger unit, but no stride to 0. */
static int64_t coarsened(const pme__engine *engine, int block, int64_t unit) {
  int64_t least = least_stride(engine->view, block);
  while (engine->line_bytes / unit * engine->sets > MOST_POSITIONS && unit < engine->line_bytes && 2 * unit <= least)
    unit *= 2;
  return unit;
}

static pme__block_units units_of(const pme__engine *engine, int block) {
  const pme__view *view = engine->view;
  const pme__block *b = &view->blocks[block];
  int64_t unit = pme__gcd(engine->line_bytes, b->known ? engine->line_bytes : b->alignment_bytes);
  const pme__reference *first = NULL;
  for (int r = 0; r < view->reference_count; r++) {
    const pme__reference *reference = &view->references[r];
    if (reference->block != block)
      continue;
    first = first ? first : reference;
    unit = divide_reference(unit, view, reference, first->origin_bytes);
  }
  unit = coarsened(engine, block, unit);
  int64_t alignment = b->known ? engine->line_bytes : pme__gcd(engine->line_bytes, b->alignment_bytes);
  return (pme__block_units){.unit_bytes = unit,
                            .line = engine->line_bytes / unit,
                            .span = engine->line_bytes / unit * engine->sets,
                            .alignment = alignment < unit ? 1 : alignment / unit};
}

/* Positions on the longest circle; those that are too long are read in larger steps. */
static int64_t most_slots(const pme__engine *engine) {
  int64_t most = 1, limit = engine->sets > PME__ENGINE_MOST_SLOTS ? engine->sets : PME__ENGINE_MOST_SLOTS;
  for (int b = 0; b < engine->view->block_count; b++)
    if (engine->units[b].span > most)
      most = engine->units[b].span;
  return most < limit ? most : limit;
}

/* A reference adds at most three regions to a window, by at most two groups of threads, and a few stand for reused
 * lines.
 */
static int combs_for(const pme__view *view) { return 7 * view->reference_count + 16; }

static int slots_for(const pme__view *view) {
  int slots = 64;
  while (slots < 16 * view->reference_count && slots < 4096)
    slots *= 2;
  return slots;
}

static bool create_vectors(pme__engine *engine, pme_arena *arena) {
  int64_t slots = most_slots(engine) + 2, entries = engine->most + 1;
  engine->region_steps = PME_ARENA_NEW(arena, uint32_t, 2 * slots);
  engine->own = PME_ARENA_NEW(arena, double, 6 * entries);
  engine->layouts = PME_ARENA_NEW(arena, pme__layout_memo, PME__ENGINE_LAYOUT_SLOTS);
  double *vectors = PME_ARENA_NEW(arena, double, PME__ENGINE_LAYOUT_SLOTS *entries);
  if (!engine->region_steps || !engine->own || !engine->layouts || !vectors)
    return false;
  engine->own_steps = engine->region_steps + slots;
  engine->others = engine->own + entries;
  engine->sum = engine->others + entries;
  engine->thinned = engine->sum + entries;
  engine->scratch = engine->thinned + entries;
  for (int i = 0; i < PME__ENGINE_LAYOUT_SLOTS; i++)
    engine->layouts[i].vector = vectors + i * entries;
  return true;
}

/* ---- guards ---- */

/* With more references pairs are too many to keep, and guards are taken as always holding. */
enum { MOST_GUARDED = 2000 };
/* Pairs, and shares of blocks, that may be looked at: a tenth of a millisecond each. */
enum { MOST_LOOKED_AT = 64 };
/* Of so many times the lines that fill a set some may be left. */
enum { ROOM_FOR_GUARDED = 3 };

/* Whether guards keep q from most of what r visits. Where both touch the same lines in the same iterations that can be
 * looked at; else it is a matter of how often either is let through. */
static bool is_seldom(pme__engine *engine, const pme__reference *r, const pme__reference *q) {
  const pme__view *view = engine->view;
  int64_t line_bytes = engine->line_bytes;
  int64_t distance = r->offset->constant - q->offset->constant;
  if (r == q || r->block != q->block || pme__guard_holds_with(view->concrete, q->node, r->node))
    return false;
  double given = -1;
  bool is_near = r->array == q->array && distance < line_bytes && distance > -line_bytes;
  if (is_near && engine->looked_at < MOST_LOOKED_AT && pme__view_move_alike(view, r, q)) {
    engine->looked_at++;
    given = pme__guard_share_given(view->concrete, q->node, r->node, (int)line_bytes);
  }
  return given >= 0 ? given < 0.5 : q->share < 0.5 * r->share;
}

static bool is_guarded(const pme__view *view) {
  for (int r = 0; r < view->reference_count; r++)
    if (view->references[r].share < 1)
      return view->reference_count <= MOST_GUARDED;
  return false;
}

static bool create_shares(pme__engine *engine, pme_arena *arena) {
  const pme__view *view = engine->view;
  size_t count = (size_t)view->reference_count;
  if (!is_guarded(view))
    return true;
  bool *seldom = PME_ARENA_NEW(arena, bool, count *count);
  for (size_t r = 0; seldom && r < count; r++)
    for (size_t q = 0; q < count; q++)
      seldom[r * count + q] = is_seldom(engine, &view->references[r], &view->references[q]);
  engine->seldom = seldom;
  engine->shares = PME_ARENA_NEW(arena, double, (size_t)view->block_count *(size_t)view->loop_count);
  return seldom && engine->shares;
}

bool pme__engine_create(pme__engine *engine, pme__view *view, const pme_cache_level *level, double effort_limit,
                        pme_arena *arena) {
  *engine = (pme__engine){.view = view,
                          .line_bytes = level->line_bytes,
                          .sets = pme_cache_sets(level),
                          .ways = level->associativity,
                          .most = (level->associativity + 1) * (is_guarded(view) ? ROOM_FOR_GUARDED : 1),
                          .most_combs = combs_for(view),
                          .memo_slots = slots_for(view),
                          .moment = -1,
                          .effort_limit = effort_limit,
                          .arena = arena,
                          .units = PME_ARENA_NEW(arena, pme__block_units, view->block_count + 1)};
  if (!engine->units)
    return false;
  for (int b = 0; b < view->block_count; b++)
    engine->units[b] = units_of(engine, b);
  engine->combs = PME_ARENA_NEW(arena, pme__comb, engine->most_combs);
  engine->block_combs = PME_ARENA_NEW(arena, pme__comb, engine->most_combs);
  engine->comb_next = PME_ARENA_NEW(arena, int, engine->most_combs);
  engine->block_first = PME_ARENA_NEW(arena, int, view->block_count + 1);
  engine->intervals = PME_ARENA_NEW(arena, pme__interval, PME__ENGINE_MOST_ROWS);
  engine->memo = PME_ARENA_NEW(arena, pme__window_memo, engine->memo_slots);
  engine->reach = PME_ARENA_NEW(arena, pme__interval, view->reference_count + 1);
  engine->crosses = PME_ARENA_NEW(arena, bool, view->reference_count + 1);
  return create_vectors(engine, arena) && create_shares(engine, arena) && engine->combs && engine->block_combs &&
         engine->comb_next && engine->block_first && engine->intervals && engine->memo && engine->reach &&
         engine->crosses;
}

enum { SHORT_LINES = 64 };

static bool is_dealt(const pme__loop *loop) { return loop->kind == PME__LOOP_SHARED || loop->part == PME__PART_BLOCK; }

static void widen(double *low, double *high, double by) { *(by < 0 ? low : high) += by; }

/* Adds what a dealt loop moves the reference by, whichever iterations the threads of the instance get. */
static void widen_by_dealt(const pme__view *view, const pme__reference *r, int l, double *low, double *high) {
  const pme__loop *loop = &view->loops[l];
  double stride = (double)pme__view_stride(view, r, l), most = (double)loop->schedule.iterations - 1;
  int64_t lead = loop->part == PME__PART_BLOCK ? view->loops[loop->parent].lead : loop->lead;
  *low -= stride * (double)lead;
  *high -= stride * (double)lead;
  widen(low, high, stride * (most > 0 ? most : 0));
}

/* Bytes from the first to behind the last that the reference touches, where all loops run equally long everywhere. */
static void find_reach_of_rectangle(const pme__view *view, const pme__reference *r, double *low, double *high) {
  *low = *high = (double)r->origin_bytes;
  for (int l = r->loop; l != 0; l = view->loops[l].parent) {
    if (is_dealt(&view->loops[l]))
      widen_by_dealt(view, r, l, low, high);
    else if (view->loops[l].part != PME__PART_ROUNDS && view->loops[l].trips > 1)
      widen(low, high, (double)pme__view_stride(view, r, l) * (view->loops[l].trips - 1));
  }
  *high += (double)r->size_bytes;
}

/* The same for others: around the hull of what the threads of the instance touch, with room for all others. */
static void find_reach_of_hull(pme__engine *engine, int reference, double *low, double *high) {
  const pme__sweep all = {.carrier = 0, .count = 1};
  const pme__view *view = engine->view;
  const pme__reference *r = &view->references[reference];
  double unit = (double)engine->units[r->block].unit_bytes;
  pme__comb comb;
  if (!pme__region_comb(engine, reference, &all, &comb))
    return;
  *low = unit * (double)comb.start;
  *high = unit * ((double)comb.start + (double)pme__comb_extent(&comb));
  for (int l = r->loop; l != 0; l = view->loops[l].parent)
    if (is_dealt(&view->loops[l])) {
      double most = fabs((double)pme__view_stride(view, r, l)) * (double)view->loops[l].schedule.iterations;
      *low -= most;
      *high += most;
    }
}

static int64_t whole_units(double bytes, int64_t unit) {
  double units = floor(bytes / (double)unit);
  return units > (double)PME__COMB_FAR    ? PME__COMB_FAR
         : units < -(double)PME__COMB_FAR ? -PME__COMB_FAR
                                          : (int64_t)units;
}

static void find_reach(pme__engine *engine, int reference) {
  const pme__reference *r = &engine->view->references[reference];
  const pme__block_units *units = &engine->units[r->block];
  double low = -INFINITY, high = INFINITY;
  if (r->executions > 0 && engine->view->rectangular)
    find_reach_of_rectangle(engine->view, r, &low, &high);
  else if (r->executions > 0)
    find_reach_of_hull(engine, reference, &low, &high);
  /* Neighbours of short arrays share lines with them. The one line at the end of a long one does not count. */
  pme__interval all = {whole_units(low, units->unit_bytes), whole_units(high, units->unit_bytes)};
  int64_t around = (all.high - all.low) / units->line < SHORT_LINES ? units->line : 0;
  engine->reach[reference] = (pme__interval){all.low - around, all.high + around};
}

static void find_meetings(pme__engine *engine) {
  const pme__view *view = engine->view;
  for (int r = 0; r < view->reference_count; r++)
    find_reach(engine, r);
  for (int r = 0; r < view->reference_count; r++) {
    engine->crosses[r] = false;
    for (int q = 0; q < view->reference_count && !view->rigid && !engine->crosses[r]; q++)
      engine->crosses[r] =
          pme__engine_may_meet(engine, r, q) && !pme__view_move_alike(view, &view->references[r], &view->references[q]);
  }
}

void pme__engine_move(pme__engine *engine, int position, int positions) {
  engine->position = position;
  engine->positions = positions;
  memset(engine->memo, 0, (size_t)engine->memo_slots * sizeof *engine->memo);
  if (position == 0 || !engine->view->rectangular)
    find_meetings(engine);
}

bool pme__engine_can_go_on(const pme__engine *engine) {
  return !engine->over_budget && !engine->too_deep && !engine->no_memory;
}
