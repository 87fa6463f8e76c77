/* What only parts of a program need that a loop does not run with. */
#include "other_arms.h"

#include "analysis/by_size/excerpt.h"
#include "analysis/by_size/symbols/expressions.h"
#include "analysis/core/tree.h"

static bool mentions(const pme_program *program, pme_expr expr, int parameter) {
  return expr != PME_NONE && pme__mentions(program, expr, parameter);
}

static bool node_mentions(const pme_program *program, int id, int parameter) {
  const pme_node *node = pme_program_node(program, id);
  switch (node->kind) {
  case PME_NODE_LOOP:
    return pme__bounds_mention(program, &node->u.loop, parameter) || mentions(program, node->u.loop.step, parameter) ||
           mentions(program, node->u.loop.chunk, parameter) || mentions(program, node->u.loop.threads, parameter);
  case PME_NODE_REGION:
    return mentions(program, node->u.region.threads, parameter);
  case PME_NODE_ACCESS:
    return mentions(program, node->u.access.offset_bytes, parameter);
  default:
    return false;
  }
}

static bool array_mentions(const pme_program *program, int parameter) {
  for (int i = 0; i < pme_program_array_count(program); i++) {
    const pme_array *array = pme_program_array(program, i);
    for (int k = 0; k < array->extent_count; k++)
      if (mentions(program, array->extents[k], parameter))
        return true;
  }
  return false;
}

static bool fails(pme__chooser *c, const pme_guard *guard) {
  for (int i = 0; i < guard->condition_count; i++)
    if (pme__holds_with(c, guard->conditions[i]) < 0)
      return true;
  return false;
}

static bool is_in_other_arm(pme__chooser *c, int id) {
  for (int up = pme_program_node(c->program, id)->parent; up != PME_NONE;
       up = pme_program_node(c->program, up)->parent) {
    const pme_node *node = pme_program_node(c->program, up);
    if (node->kind == PME_NODE_GUARD && fails(c, &node->u.guard))
      return true;
  }
  return false;
}

bool pme__is_in_conditions_alone(pme__chooser *c, int loop) {
  int parameter = pme__parameter_named(c->program, c->symbol), top = pme__outermost_loop(c->program, loop);
  c->value = pme__large_size;
  if (array_mentions(c->program, parameter))
    return false;
  for (int id = 0; id < pme_program_node_count(c->program); id++) {
    bool is_later = id > top && !pme__is_in(c->program, id, top);
    if (!is_later && node_mentions(c->program, id, parameter) && !is_in_other_arm(c, id))
      return false;
  }
  return true;
}
