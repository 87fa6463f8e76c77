/* Which kind of access an access is. */
#include "lost_line_strata.h"

/* Level of that loop in the path, inside the phase; -1: there is none. */
static int level_along(const pme__tree_reference *reference, int64_t line_bytes, int64_t *near) {
  for (int level = reference->path_length - 1; level > reference->phase_level; level--) {
    int64_t stride = pme__tree_coefficient(&reference->offset, reference->path[level]->depth);
    if (stride == 0)
      continue;
    stride = stride < 0 ? -stride : stride;
    *near = (line_bytes + stride - 1) / stride;
    return stride < line_bytes ? level : -1;
  }
  return -1;
}

/* The loop over the iterations of a thread's block, if they are more than two, and blocks matter; NULL: there is none.
 */
static const pme__tree_node *loop_of_block(const pme__tree_reference *reference) {
  if (reference->worksharing_level < 0)
    return NULL;
  const pme__tree_node *worksharing = reference->path[reference->worksharing_level], *loop = worksharing;
  if (worksharing->distribution == PME__DISTRIBUTION_CYCLIC)
    loop = reference->worksharing_level + 1 < reference->path_length ? reference->path[reference->worksharing_level + 1]
                                                                     : NULL;
  bool is_block = loop && (worksharing->distribution == PME__DISTRIBUTION_BLOCK ||
                           (worksharing->distribution == PME__DISTRIBUTION_CYCLIC && loop->cuts_block));
  return is_block && loop->most_trips > 2 ? loop : NULL;
}

/* The loop over the iterations of a guided chunk; NULL: there is none. Slots look up where their chunk begins, and, of
 * guided ones, how many iterations it has. */
static const pme__tree_node *loop_of_guided_chunk(const pme__tree_reference *reference) {
  int level = reference->worksharing_level, looked_up = 0;
  if (level < 0 || reference->path[level]->distribution != PME__DISTRIBUTION_DYNAMIC)
    return NULL;
  for (level++; level < reference->path_length && reference->path[level]->values; level++)
    looked_up++;
  return looked_up == 2 && level < reference->path_length ? reference->path[level] : NULL;
}

/* Iterations at an end of a block that may be in a line with others, where rows are shorter than lines. */
static int64_t near_border(const pme__lost_line_strata *strata, int64_t line_bytes) {
  const pme__tree_node *block = strata->block;
  int64_t most = block && block != strata->along ? (block->most_trips - 1) / 2 : 1;
  int64_t stride = block ? pme__tree_coefficient(&strata->reference->offset, block->depth) : 0;
  stride = stride < 0 ? -stride : stride;
  int64_t near = stride > 0 ? (line_bytes + stride - 1) / stride : 1;
  return near < most ? near : most;
}

/* Long chunks are not done with their last iterations while others are with the first ones of the next. The short ones
 * at the end are done side by side. */
static bool is_in_short_chunk(const pme__lost_line_strata *strata, const pme__walk_instance *instance) {
  pme__tree_range range = pme__tree_range_of(strata->block, instance->iterators, instance->thread);
  return range.trips <= 2 * strata->border;
}

/* Levels inside the phase that do not move the access; 0: none. */
static uint32_t levels_at_rest(const pme__tree_reference *reference) {
  uint32_t levels = 0;
  for (int level = reference->phase_level + 1; level < reference->path_length; level++)
    if (reference->phase_level >= 0 && reference->path[level]->most_trips > 1)
      levels |= reference->still & (UINT32_C(1) << level);
  return levels;
}

pme__lost_line_strata pme__lost_line_strata_of(const pme__tree_reference *reference, int64_t line_bytes) {
  pme__lost_line_strata strata = {
      .reference = reference, .block = loop_of_block(reference), .at_rest = levels_at_rest(reference)};
  int along = level_along(reference, line_bytes, &strata.near);
  strata.along = along >= 0 ? reference->path[along] : NULL;
  const pme__tree_node *chunk = loop_of_guided_chunk(reference);
  strata.is_guided = chunk != NULL;
  strata.block = chunk ? chunk : strata.block;
  strata.border = near_border(&strata, line_bytes);
  strata.stride_bytes = along >= 0 ? pme__tree_coefficient(&reference->offset, strata.along->depth) : 0;
  return strata;
}

static bool is_at_first(const pme__tree_node *loop, const pme__walk_instance *instance) {
  return instance->iterators[loop->depth] == pme__tree_range_of(loop, instance->iterators, instance->thread).first;
}

static bool is_first(const pme__lost_line_strata *strata, const pme__walk_instance *instance) {
  const pme__tree_reference *reference = strata->reference;
  for (int level = 0; level < reference->path_length; level++)
    if ((strata->at_rest >> level & 1) && !is_at_first(reference->path[level], instance))
      return false;
  return true;
}

bool pme__has_stratum(const pme__lost_line_strata *strata, int stratum) {
  if (strata->has_shares)
    return strata->shares[stratum] > 0;
  bool needs_along = stratum == PME__LOST_INSIDE || stratum == PME__LOST_EDGE || stratum == PME__LOST_INSIDE_EDGE ||
                     stratum == PME__LOST_INSIDE_BORDER || stratum == PME__LOST_INSIDE_FIRST;
  bool needs_block = stratum == PME__LOST_BORDER || stratum == PME__LOST_INSIDE_BORDER;
  bool needs_rest = stratum == PME__LOST_FIRST || stratum == PME__LOST_INSIDE_FIRST;
  return (!needs_along || strata->along) && (!needs_block || strata->block) && (!needs_rest || strata->at_rest);
}

/* Iterations between the access's and the nearer end of the loop. */
static int64_t iterations_from_end(const pme__tree_node *loop, const pme__walk_instance *instance) {
  pme__tree_range range = pme__tree_range_of(loop, instance->iterators, instance->thread);
  int64_t at = instance->iterators[loop->depth] - range.first;
  at = range.step == 1 ? at : at / range.step;
  return at < range.trips - 1 - at ? at : range.trips - 1 - at;
}

/* The iteration before of the loop that moves the access inside lines was in another line. */
static bool comes_to_line(const pme__lost_line_strata *strata, const pme__level_state *state,
                          const pme__walk_instance *instance) {
  if (!strata->along)
    return true;
  int shift = __builtin_ctzll((uint64_t)pme__level_state_filter(state)->line_bytes);
  int64_t at = pme__walk_address(state, instance);
  return at >> shift != (at - strata->stride_bytes) >> shift;
}

int pme__lost_line_stratum(const pme__lost_line_strata *strata, const pme__level_state *state,
                           const pme__walk_instance *instance) {
  bool comes = comes_to_line(strata, state, instance);
  if (strata->at_rest && is_first(strata, instance))
    return comes ? PME__LOST_FIRST : PME__LOST_INSIDE_FIRST;
  int64_t from_end = strata->block && !strata->is_guided ? iterations_from_end(strata->block, instance) : INT64_MAX;
  if (from_end < strata->border || (strata->is_guided && is_in_short_chunk(strata, instance)))
    return comes ? PME__LOST_BORDER : PME__LOST_INSIDE_BORDER;
  if (strata->along && strata->along != strata->block)
    from_end = iterations_from_end(strata->along, instance);
  if (strata->along && from_end < strata->near)
    return comes || is_at_first(strata->along, instance) ? PME__LOST_EDGE : PME__LOST_INSIDE_EDGE;
  return comes ? PME__LOST_LEADER : PME__LOST_INSIDE;
}
