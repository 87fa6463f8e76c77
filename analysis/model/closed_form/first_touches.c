/* Lines of a block. */
#include "first_touches.h"

#include "block_area.h"
#include "touched_region.h"

/* Whether iterations of the loop are what threads of the instance get: of a split one, the inner half. */
static bool is_dealt(const pme__loop *loop) { return loop->kind == PME__LOOP_SHARED || loop->part == PME__PART_BLOCK; }

/* What the reference touches in all iterations of one share of the dealt loop around it. */
static bool share_comb(const pme__engine *engine, const pme__reference *r, int dealt, const pme__share *share,
                       pme__comb *out) {
  const pme__view *view = engine->view;
  const pme__block_units *units = &engine->units[r->block];
  int64_t start = r->origin_bytes;
  pme__comb comb = pme__comb_run(0, (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes, units->line);
  for (int l = r->loop; l != 0; l = view->loops[l].parent) {
    const pme__loop *loop = &view->loops[l];
    int64_t stride = pme__view_stride(view, r, l) / units->unit_bytes;
    if (l == dealt) {
      const pme__loop *rounds = loop->part == PME__PART_BLOCK ? &view->loops[loop->parent] : loop;
      start += pme__view_stride(view, r, l) * (share->first - rounds->lead);
      if (!pme__comb_repeat(&comb, share->length, stride) ||
          !pme__comb_repeat(&comb, share->threads, share->thread_step * stride) ||
          !pme__comb_repeat(&comb, share->rounds, share->round_step * stride))
        return false;
    } else if (loop->part != PME__PART_ROUNDS && !pme__comb_repeat(&comb, (int64_t)(loop->trips + 0.5), stride)) {
      return false;
    }
  }
  comb.start += start / units->unit_bytes - (start % units->unit_bytes < 0);
  pme__comb_simplify(&comb);
  *out = comb;
  return true;
}

/* Exact where trip counts do not vary; returns the new number of combs, -1: not known. */
static int add_exactly(const pme__engine *engine, const pme__reference *r, pme__comb *combs, int count) {
  const pme__view *view = engine->view;
  pme__share shares[PME__SCHEDULE_MOST_SHARES] = {{.length = 1, .threads = 1, .rounds = 1}};
  int dealt = r->loop, found = 1;
  while (dealt != 0 && !is_dealt(&view->loops[dealt]))
    dealt = view->loops[dealt].parent;
  if (dealt != 0 && !r->is_private) {
    const pme__loop *loop = &view->loops[dealt];
    found = pme__schedule_shares(&loop->schedule, loop->threads, loop->thread_count, shares);
  }
  for (int i = 0; i < found; i++, count++)
    if (count == engine->most_combs || !share_comb(engine, r, dealt, &shares[i], &combs[count]))
      return -1;
  return found < 0 ? -1 : count;
}

static int collect(pme__engine *engine, int block, pme__comb *combs) {
  const pme__view *view = engine->view;
  const pme__sweep all = {.carrier = 0, .count = 1};
  int count = 0;
  for (int i = 0; i < view->reference_count && count >= 0 && count < engine->most_combs; i++) {
    const pme__reference *r = &view->references[i];
    if (r->block != block || r->executions == 0)
      continue;
    if (view->rectangular && !r->is_private)
      count = add_exactly(engine, r, combs, count);
    else
      count += pme__region_comb(engine, i, &all, &combs[count]);
  }
  return count;
}

static double threads_of(const pme__engine *engine, int block) {
  const pme__view *view = engine->view;
  for (int r = 0; r < view->reference_count && view->blocks[block].is_private; r++)
    if (view->references[r].block == block)
      return (double)pme__region_threads(engine, r);
  return 1;
}

double pme__footprint_lines(pme__engine *engine, int block) {
  int count = collect(engine, block, engine->block_combs);
  pme__layout layout = {&engine->units[block], engine->units[block].alignment, engine->block_combs, count};
  double positions = count < 0 ? -1 : pme__layout_measure(engine, &layout);
  return positions < 0 ? -1 : positions / (double)engine->units[block].line * threads_of(engine, block);
}
