/* Symbols that say how far a window is moved at a time. */
#include "strides.h"
#include "address_terms.h"

const char pme__of_stride[] = "taken: a stride";

/* As a factor of some term; where it `moves`, of one with the variable of a loop. */
static bool has_factor(const pme_program *program, pme_expr expr, int parameter, bool moves) {
  pme__address_term terms[PME__MOST_TERMS];
  int count = pme__terms_of(program, expr, terms);
  for (int i = 0; i < count; i++)
    if ((!moves || terms[i].loop != PME_NONE) && pme__term_has_symbol(&terms[i], parameter))
      return true;
  return false;
}

bool pme__is_stride(const pme_program *program, int parameter) {
  bool moves = false;
  for (int id = 0; id < pme_program_node_count(program); id++) {
    const pme_node *node = pme_program_node(program, id);
    moves |= node->kind == PME_NODE_ACCESS && has_factor(program, node->u.access.offset_bytes, parameter, true);
    for (int i = 0; node->kind == PME_NODE_LOOP && i < node->u.loop.last_count; i++)
      if (has_factor(program, node->u.loop.lasts[i], parameter, false))
        return false;
  }
  return moves;
}
