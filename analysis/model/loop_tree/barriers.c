/* Where threads of a team wait for each other, and whether they arrive together. */
#include "build.h"

typedef pme__tree_builder builder;
typedef pme__tree_node tree_node;

static bool is_constant(const pme_affine *affine) {
  for (int d = 0; d < affine->depth; d++)
    if (affine->coefficients[d] != 0)
      return false;
  return affine->div_count == 0;
}

pme__guard_holds pme__guard_holds_always(const builder *b, int source) {
  const pme_concrete_guard *guard = &pme_concrete_node_at(b->concrete, source)->u.guard;
  pme__guard_holds holds = guard->one_thread ? PME__GUARD_HOLDS_AT_TIMES : PME__GUARD_HOLDS_ALWAYS;
  for (int i = 0; i < guard->condition_count; i++)
    if (!is_constant(&guard->conditions[i]))
      holds = PME__GUARD_HOLDS_AT_TIMES;
    else if (guard->conditions[i].constant < 0)
      return PME__GUARD_HOLDS_NEVER;
  return holds;
}

bool pme__has_barrier(const builder *b, int source) {
  const pme_concrete_node *node = pme_concrete_node_at(b->concrete, source);
  if (node->kind == PME_NODE_ACCESS || node->kind == PME_NODE_REGION)
    return false;
  if (node->kind == PME_NODE_GUARD && pme__guard_holds_always(b, source) == PME__GUARD_HOLDS_NEVER)
    return false;
  if (node->kind == PME_NODE_GUARD && pme_program_node(pme_concrete_program(b->concrete), source)->u.guard.one_thread)
    return false;
  if (node->kind == PME_NODE_LOOP) {
    const pme_loop *loop = &pme_program_node(pme_concrete_program(b->concrete), source)->u.loop;
    if (loop->parallel)
      return !loop->nowait;
  }
  for (int id = node->first_child; id != PME_NONE; id = pme_concrete_node_at(b->concrete, id)->next_sibling)
    if (pme__has_barrier(b, id))
      return true;
  return false;
}

bool pme__is_worksharing(const builder *b, int source) {
  return pme_concrete_node_at(b->concrete, source)->kind == PME_NODE_LOOP &&
         pme_concrete_node_at(b->concrete, source)->modelled &&
         pme_concrete_node_at(b->concrete, source)->u.loop.parallel;
}

/* Whether trip counts below depend on an iterator. That of a single loop does not, but its value may. */
static bool bounds_use(const tree_node *node, int depth) {
  bool own = pme__tree_uses(node) >> depth & 1;
  if (own && !node->is_single)
    return true;
  for (const tree_node *child = node->first_child; child && own; child = child->next)
    if (bounds_use(child, node->depth))
      return true;
  for (const tree_node *child = node->first_child; child; child = child->next)
    if (bounds_use(child, depth))
      return true;
  return false;
}

bool pme__is_even(const tree_node *node) {
  if (node->is_body)
    return true;
  if (node->one_thread || node->distribution == PME__DISTRIBUTION_DYNAMIC)
    return false;
  if (node->distribution != PME__DISTRIBUTION_NONE) {
    bool fixed = node->upper_count == 1 && pme__tree_is_constant(&node->uppers[0].numerator);
    if (!fixed || (node->maximum + 1) % node->threads != 0)
      return false;
  }
  for (const tree_node *child = node->first_child; child; child = child->next)
    if (!pme__is_even(child) || (node->distribution != PME__DISTRIBUTION_NONE && bounds_use(child, node->depth)))
      return false;
  return true;
}
