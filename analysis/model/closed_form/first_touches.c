/* How many lines the arrays of a block have: the union of what all references touch. */
#include "first_touches.h"

#include "block_area.h"
#include "touched_region.h"

/* Whether iterations of the loop are what threads of the instance get: of a split one, the inner half. */
static bool is_worksharing(const pme__loop *loop) {
  return loop->kind == PME__LOOP_SHARED || loop->part == PME__PART_BLOCK;
}

/* What the reference touches in all iterations of one share of the worksharing loop around it. */
static bool share_region(const pme__context *context, const pme__reference *r, int shared, const pme__share *share,
                         pme__strided_region *out) {
  const pme__instance_view *view = context->view;
  const pme__block_units *units = &context->units[r->block];
  int64_t start = r->origin_bytes;
  pme__strided_region region =
      pme__strided_region_of_run(0, (r->size_bytes + units->unit_bytes - 1) / units->unit_bytes, units->line);
  for (int l = r->loop; l != 0; l = view->loops[l].parent) {
    const pme__loop *loop = &view->loops[l];
    int64_t stride = pme__instance_view_stride(view, r, l) / units->unit_bytes;
    if (l == shared) {
      const pme__loop *rounds = loop->part == PME__PART_BLOCK ? &view->loops[loop->parent] : loop;
      start += pme__instance_view_stride(view, r, l) * (share->first - rounds->lead);
      if (!pme__strided_region_repeat(&region, share->length, stride) ||
          !pme__strided_region_repeat(&region, share->threads, share->thread_step * stride) ||
          !pme__strided_region_repeat(&region, share->rounds, share->round_step * stride))
        return false;
    } else if (loop->part != PME__PART_ROUNDS &&
               !pme__strided_region_repeat(&region, (int64_t)(loop->trips + 0.5), stride)) {
      return false;
    }
  }
  region.start += start / units->unit_bytes - (start % units->unit_bytes < 0);
  pme__strided_region_simplify(&region);
  *out = region;
  return true;
}

/* Exact where trip counts do not vary; returns the new number of regions, -1: not known. */
static int add_exactly(const pme__context *context, const pme__reference *r, pme__strided_region *regions, int count) {
  const pme__instance_view *view = context->view;
  pme__share shares[PME__SCHEDULE_MOST_SHARES] = {{.length = 1, .threads = 1, .rounds = 1}};
  int shared = r->loop, found = 1;
  while (shared != 0 && !is_worksharing(&view->loops[shared]))
    shared = view->loops[shared].parent;
  if (shared != 0 && !r->is_private) {
    const pme__loop *loop = &view->loops[shared];
    found = pme__schedule_shares(&loop->schedule, loop->threads, loop->thread_count, shares);
  }
  for (int i = 0; i < found; i++, count++)
    if (count == context->most_regions || !share_region(context, r, shared, &shares[i], &regions[count]))
      return -1;
  return found < 0 ? -1 : count;
}

static int collect(pme__context *context, int block, pme__strided_region *regions) {
  const pme__instance_view *view = context->view;
  const pme__iteration_span all = {.carrier = 0, .count = 1};
  int count = 0;
  for (int i = 0; i < view->reference_count && count >= 0 && count < context->most_regions; i++) {
    const pme__reference *r = &view->references[i];
    if (r->block != block || r->executions == 0)
      continue;
    if (view->rectangular && !r->is_private)
      count = add_exactly(context, r, regions, count);
    else
      count += pme__touched_region(context, i, &all, &regions[count]);
  }
  return count;
}

static double threads_of(const pme__context *context, int block) {
  const pme__instance_view *view = context->view;
  for (int r = 0; r < view->reference_count && view->blocks[block].is_private; r++)
    if (view->references[r].block == block)
      return (double)pme__touched_region_threads(context, r);
  return 1;
}

double pme__first_touches(pme__context *context, int block) {
  int count = collect(context, block, context->block_regions);
  pme__block_area area = {&context->units[block], context->units[block].alignment, context->block_regions, count};
  double positions = count < 0 ? -1 : pme__block_area_measure(context, &area);
  return positions < 0 ? -1 : positions / (double)context->units[block].line * threads_of(context, block);
}
