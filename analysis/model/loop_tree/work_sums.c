/* The work of the iterations of worksharing loops, summed beforehand where it differs from iteration to iteration. */
#include "access_count.h"

typedef pme__tree_node tree_node;

enum { MOST_SUMS = 1 << 16 };

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
         inner->origin.modulo <= MOST_SUMS / (loop->maximum + 1) && pme__body_varies(inner);
}

static pme_status sum_iterations(pme__counter *counter, tree_node *loop, pme_arena *arena) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0};
  int64_t *sums = PME_ARENA_NEW(arena, int64_t, loop->maximum + 1);
  int64_t step = loop->distribution == PME__DISTRIBUTION_CYCLIC ? loop->threads : 1;
  bool is_dealt = loop->distribution != PME__DISTRIBUTION_NONE;
  if (!sums)
    return PME_NO_MEMORY;
  for (int64_t i = 0; i <= loop->maximum && !counter->exceeded; i++) {
    iterators[loop->depth] = i;
    sums[i] = pme__count_body(counter, loop, iterators, is_dealt ? pme__tree_thread_of(loop, iterators) : 0);
    if (i >= step)
      sums[i] = pme__add_counts(counter, sums[i], sums[i - step]);
  }
  if (!counter->exceeded)
    loop->sums = sums;
  return PME_OK;
}

/* The loop over the iterations of a chunk that a slot looks up, where the work of an iteration hangs on nothing else. */
static tree_node *loop_of_chunk(const tree_node *slots) {
  tree_node *loop = slots->first_child;
  while (loop->values && loop->first_child && !loop->first_child->next)
    loop = loop->first_child;
  if (loop->is_body || loop->is_single || loop->digits || loop->minimum < 0 || loop->maximum >= MOST_SUMS)
    return NULL;
  for (const tree_node *child = loop->first_child; child; child = child->next)
    if (child->by_thread || (child->count_uses & ~(UINT32_C(1) << loop->depth)))
      return NULL;
  return pme__body_varies(loop) ? loop : NULL;
}

pme_status pme__sum_worksharing(pme__counter *counter, tree_node *node, pme_arena *arena) {
  pme_status status = PME_OK;
  if (node->distribution == PME__DISTRIBUTION_DYNAMIC && node->count_uses == 0) {
    tree_node *loop = loop_of_chunk(node);
    if (loop && !loop->sums && !loop->takes_too_long) {
      status = sum_iterations(counter, loop, arena);
      loop->takes_too_long = counter->exceeded;
    }
    return status;
  }
  if (node->distribution != PME__DISTRIBUTION_NONE && node->minimum == 0 && node->count_uses == 0 && !node->sums &&
      !node->takes_too_long && node->maximum < MOST_SUMS && pme__body_varies(node)) {
    status = has_block_sums(node) ? sum_blocks(counter, node, arena) : sum_iterations(counter, node, arena);
    node->takes_too_long = counter->exceeded;
    return status;
  }
  for (tree_node *child = node->first_child; child && status == PME_OK; child = child->next)
    status = pme__sum_worksharing(counter, child, arena);
  return status;
}
