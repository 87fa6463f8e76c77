/* Symbols that say how long a tile is. */
#include "tiles.h"
#include "expressions.h"

const char pme__of_tile[] = "taken: a tile";

static bool has_this_loop(const pme_program *program, pme_expr expr, int loop) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind >= PME_EXPR_ADD)
    return has_this_loop(program, e->left, loop) || has_this_loop(program, e->right, loop);
  return e->kind == PME_EXPR_LOOP && e->value == loop;
}

/* loop + parameter, somewhere in where `inner` ends */
static bool ends_with_round(const pme_program *program, const pme_loop *inner, int loop, int parameter) {
  for (int i = 0; i < inner->last_count; i++)
    if (pme__mentions(program, inner->lasts[i], parameter) && has_this_loop(program, inner->lasts[i], loop))
      return true;
  return false;
}

bool pme__is_tile(const pme_program *program, int parameter) {
  for (int outer = 0; outer < pme_program_node_count(program); outer++) {
    const pme_node *node = pme_program_node(program, outer);
    if (node->kind != PME_NODE_LOOP || !pme__mentions(program, node->u.loop.step, parameter))
      continue;
    for (int inner = outer + 1; inner < pme_program_node_count(program); inner++)
      if (pme_program_node(program, inner)->kind == PME_NODE_LOOP &&
          ends_with_round(program, &pme_program_node(program, inner)->u.loop, outer, parameter))
        return true;
  }
  return false;
}
