/* Parts of a body that may run one after the other, each for all iterations. */
#include "loop_distribution.h"

#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/neighbours.h"
#include "order_legality.h"

enum { MOST_IN_ROW = 8192 }; /* 64 KiB of doubles on the stack of a thread */

int pme__carrying_loop(const pme_program *program, int id) {
  const pme_node *node = pme_program_node(program, id);
  int carrying = node->kind == PME_NODE_LOOP && node->u.loop.carries ? id : PME_NONE;
  for (int child = node->first_child; carrying == PME_NONE && child != PME_NONE;
       child = pme_program_node(program, child)->next_sibling)
    carrying = pme__carrying_loop(program, child);
  return carrying;
}

/* Before the loop inside, what is read might stay in a register for what follows; behind it that is of no matter. Of
 * a loop nothing stays there, also not the last, unless it is said to hand on values. */
static bool is_plain(const pme_program *program, int loop, int inside) {
  bool is_before = true;
  for (int id = pme_program_node(program, loop)->first_child; id != PME_NONE;
       id = pme_program_node(program, id)->next_sibling) {
    const pme_node *node = pme_program_node(program, id);
    is_before = is_before && id != inside;
    bool is_kept = node->kind == PME_NODE_ACCESS && !node->u.access.is_write && !node->u.access.is_carried;
    bool is_loop = node->kind == PME_NODE_LOOP && pme__carrying_loop(program, id) == PME_NONE;
    if (id != inside && ((node->kind != PME_NODE_ACCESS && !is_loop) || (is_before && is_kept)))
      return false;
  }
  return true;
}

static bool is_number(const pme_program *program, pme_expr expr, int64_t least, int64_t most) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  return e->kind == PME_EXPR_CONSTANT && e->value >= least && e->value <= most;
}

int64_t pme__row_of_loop(const pme_program *program, int id) {
  const pme_loop *loop = &pme_program_node(program, id)->u.loop;
  if (loop->first_count != 1 || loop->last_count != 1 || !is_number(program, loop->step, 1, 1) ||
      !is_number(program, loop->firsts[0], 0, MOST_IN_ROW) || !is_number(program, loop->lasts[0], 0, MOST_IN_ROW - 1))
    return 0;
  return pme_program_expr(program, loop->lasts[0])->value + 1;
}

static pme_status can_follow(const pme_concrete *concrete, int loop, pme__piece first, pme__piece second,
                             pme_arena *arena, bool *can) {
  const pme__polyhedra *polyhedra = pme__find_polyhedra();
  pme__neighbours_reading reading;
  pme__directions directions;
  pme_status status = pme__read_parts(concrete, loop, first, second, arena, &reading);
  *can = status == PME_OK && polyhedra && reading.obstacle == PME__NEST_FREE &&
         polyhedra->find_between(&reading.neighbours, PME__MOST_ORDER_OPERATIONS, &directions) == PME__EXAMINED &&
         !pme__find_between(&directions, reading.neighbours.common_count, false);
  return status;
}

/* Whether both come to a byte in one iteration of the loop around them. */
static bool meet_in_iteration(const pme__directions *directions) {
  for (int i = 0; i < directions->count; i++)
    if (directions->all[i].signs[0] == 0)
      return true;
  return false;
}

pme_status pme__can_expand(const pme_concrete *concrete, int loop, int inside, int write, pme_arena *arena, bool *can) {
  const pme__polyhedra *polyhedra = pme__find_polyhedra();
  const pme_program *program = pme_concrete_program(concrete);
  int first = pme_program_node(program, loop)->first_child, behind = pme_program_node(program, write)->next_sibling;
  pme__neighbours_reading all, reading;
  pme__directions directions;
  *can = false;
  pme_status status =
      pme__read_parts(concrete, loop, (pme__piece){first, inside}, (pme__piece){inside, PME_NONE}, arena, &all);
  if (status == PME_OK)
    status = pme__read_parts(concrete, loop, (pme__piece){inside, write}, (pme__piece){write, behind}, arena, &reading);
  *can = status == PME_OK && polyhedra && all.obstacle == PME__NEST_FREE && reading.obstacle == PME__NEST_FREE &&
         reading.neighbours.second_count == 1 &&
         polyhedra->find_between(&reading.neighbours, PME__MOST_ORDER_OPERATIONS, &directions) == PME__EXAMINED &&
         !meet_in_iteration(&directions);
  return status;
}

pme_status pme__can_distribute(const pme_concrete *concrete, int loop, int inside, pme_arena *arena, bool *can) {
  const pme_program *program = pme_concrete_program(concrete);
  int first = pme_program_node(program, loop)->first_child, behind = pme_program_node(program, inside)->next_sibling;
  pme_status status = PME_OK;
  *can = is_plain(program, loop, inside) && pme__carrying_loop(program, inside) == PME_NONE;
  if (*can && first != inside)
    status = can_follow(concrete, loop, (pme__piece){first, inside}, (pme__piece){inside, PME_NONE}, arena, can);
  if (status == PME_OK && *can && behind != PME_NONE)
    status = can_follow(concrete, loop, (pme__piece){inside, behind}, (pme__piece){behind, PME_NONE}, arena, can);
  return status;
}
