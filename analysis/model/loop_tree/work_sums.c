/* The work of the iterations of worksharing loops, summed beforehand where it differs from iteration to iteration. */
#include "access_count.h"

typedef pme__tree_node tree_node;

enum { MOST_SUMS = 1 << 16 };

static bool differs(const tree_node *loop) {
  for (const tree_node *child = loop->first_child; child; child = child->next)
    if (child->count_uses >> loop->depth & 1)
      return true;
  return false;
}

/* Of a loop over blocks: sums over single iterations, from which those over blocks follow. */
static pme_status sum_blocks(pme__counter *counter, tree_node *blocks, pme_arena *arena) {
  tree_node *inner = blocks->first_child;
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0}, block = inner->origin.modulo, x = 0;
  int64_t *single = PME_ARENA_NEW(arena, int64_t, (blocks->maximum + 1) * block);
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, blocks->maximum + 1);
  if (!single || !sums)
    return PME_NO_MEMORY;
  for (int64_t q = 0; q <= blocks->maximum && !counter->exceeded; q++) {
    int thread = (int)(q % blocks->threads);
    iterators[blocks->depth] = q;
    pme__tree_range range = pme__tree_range_of(inner, iterators, thread);
    for (int64_t r = 0; r < range.trips; r++, x++) {
      iterators[inner->depth] = r;
      single[x] = pme__add_counts(counter, x ? single[x - 1] : 0, pme__count_body(counter, inner, iterators, thread));
    }
    int64_t own = x ? single[x - 1] - (q ? single[q * block - 1] : 0) : 0;
    sums[q] = pme__add_counts(counter, own, q >= blocks->threads ? sums[q - blocks->threads] : 0);
  }
  if (!counter->exceeded) {
    inner->block_sums = single;
    blocks->sums = sums;
  }
  return PME_OK;
}

static bool has_block_sums(const tree_node *loop) {
  const tree_node *inner = loop->first_child;
  return loop->distribution == PME__DISTRIBUTION_CYCLIC && !inner->is_body && inner->cuts_block && !inner->next &&
         inner->origin.modulo <= MOST_SUMS / (loop->maximum + 1) && differs(inner);
}

static pme_status sum_iterations(pme__counter *counter, tree_node *loop, pme_arena *arena) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, loop->maximum + 1);
  int64_t step = loop->distribution == PME__DISTRIBUTION_CYCLIC ? loop->threads : 1;
  if (!sums)
    return PME_NO_MEMORY;
  for (int64_t i = 0; i <= loop->maximum && !counter->exceeded; i++) {
    iterators[loop->depth] = i;
    sums[i] = pme__count_body(counter, loop, iterators, pme__tree_thread_of(loop, iterators));
    if (i >= step)
      sums[i] = pme__add_counts(counter, sums[i], sums[i - step]);
  }
  if (!counter->exceeded)
    loop->sums = sums;
  return PME_OK;
}

pme_status pme__sum_worksharing(pme__counter *counter, tree_node *node, pme_arena *arena) {
  pme_status status = PME_OK;
  if (node->distribution != PME__DISTRIBUTION_NONE && node->minimum == 0 && node->count_uses == 0 && !node->sums &&
      !node->takes_too_long && node->maximum < MOST_SUMS && differs(node)) {
    status = has_block_sums(node) ? sum_blocks(counter, node, arena) : sum_iterations(counter, node, arena);
    node->takes_too_long = counter->exceeded;
    return status;
  }
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = pme__sum_worksharing(counter, child, arena);
  return status;
}
