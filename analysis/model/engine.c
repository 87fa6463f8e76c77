/* Preparing the engine. */
#include "engine.h"
#include "integer.h"

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

static int64_t most_slots(const pme__engine *engine) {
  int64_t most = 1;
  for (int b = 0; b < engine->view->block_count; b++)
    if (engine->units[b].span > most)
      most = engine->units[b].span;
  return most;
}

bool pme__engine_create(pme__engine *engine, pme__view *view, const pme_cache_level *level, double effort_limit,
                        pme_arena *arena) {
  memset(engine, 0, sizeof *engine);
  engine->view = view;
  engine->line_bytes = level->line_bytes;
  engine->sets = pme_cache_sets(level);
  engine->ways = level->associativity;
  engine->most = engine->ways + 1;
  engine->effort_limit = effort_limit;
  engine->moment = -1;
  engine->units = PME_ARENA_NEW(arena, pme__block_units, view->block_count + 1);
  if (!engine->units)
    return false;
  for (int b = 0; b < view->block_count; b++)
    engine->units[b] = units_of(engine, b);
  int64_t slots = most_slots(engine) + 2;
  engine->region_steps = PME_ARENA_NEW(arena, uint32_t, 2 * slots);
  if (!engine->region_steps)
    return false;
  engine->own_steps = engine->region_steps + slots;
  int64_t entries = engine->most + 1;
  engine->own = PME_ARENA_NEW(arena, double, 5 * entries);
  if (!engine->own)
    return false;
  engine->others = engine->own + entries;
  engine->sum = engine->others + entries;
  engine->scratch = engine->sum + entries;
  engine->combs = PME_ARENA_NEW(arena, pme__comb, PME__ENGINE_MOST_COMBS);
  engine->block_combs = PME_ARENA_NEW(arena, pme__comb, PME__ENGINE_MOST_COMBS);
  engine->comb_next = PME_ARENA_NEW(arena, int, PME__ENGINE_MOST_COMBS);
  engine->block_first = PME_ARENA_NEW(arena, int, view->block_count + 1);
  engine->intervals = PME_ARENA_NEW(arena, pme__interval, PME__ENGINE_MOST_ROWS);
  engine->memo = PME_ARENA_NEW(arena, pme__window_memo, PME__ENGINE_MEMO_SLOTS);
  engine->layouts = PME_ARENA_NEW(arena, pme__layout_memo, PME__ENGINE_LAYOUT_SLOTS);
  engine->classes = PME_ARENA_NEW(arena, pme__classes_memo, PME__ENGINE_CLASSES_SLOTS);
  double *vectors = PME_ARENA_NEW(arena, double, PME__ENGINE_LAYOUT_SLOTS *entries);
  if (!engine->layouts || !vectors)
    return false;
  for (int i = 0; i < PME__ENGINE_LAYOUT_SLOTS; i++)
    engine->layouts[i].vector = vectors + i * entries;
  return engine->region_steps && engine->own && engine->combs && engine->block_combs && engine->comb_next &&
         engine->block_first && engine->intervals && engine->memo && engine->classes;
}

void pme__engine_move(pme__engine *engine, int position, int positions) {
  engine->position = position;
  engine->positions = positions;
  memset(engine->memo, 0, PME__ENGINE_MEMO_SLOTS * sizeof *engine->memo);
}

bool pme__engine_can_go_on(const pme__engine *engine) {
  return !engine->over_budget && !engine->too_deep && !engine->no_memory;
}
