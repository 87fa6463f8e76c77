/* Evaluates loops and guards, and remembers what holds inside of them. */
#include <string.h>

#include "concrete_evaluation.h"

/* The affine functions that an extremum is of, behind those that are there. */
static pme__affine_result append_bounds(pme__evaluation *b, pme_expr expr, bool minimum, pme_affine *all, int *count) {
  pme_affine some[PME__MAX_BOUNDS];
  int some_count = 0;
  pme__affine_result result = pme__affine_bounds(&b->affine, expr, minimum, some, &some_count);
  if (result != PME__AFFINE_OK)
    return result;
  if (*count + some_count > PME__MAX_BOUNDS)
    return PME__AFFINE_NOT_AFFINE;
  memcpy(all + *count, some, (size_t)some_count * sizeof *some);
  *count += some_count;
  return result;
}

/* NULL: no memory, which is noted. */
static const pme_affine *kept_bounds(pme__evaluation *b, const pme_affine *all, int count) {
  pme_affine *copy = PME_ARENA_NEW(b->concrete->arena, pme_affine, count);
  if (copy)
    memcpy(copy, all, (size_t)count * sizeof *copy);
  b->no_memory |= !copy;
  return copy;
}

/* All bounds of one end of a loop: the extremum of several expressions, each an extremum itself. */
static bool evaluate_bounds(pme__evaluation *b, const pme_expr *exprs, int expr_count, bool minimum, int node,
                            const pme_affine **out, int *count) {
  pme_affine all[PME__MAX_BOUNDS];
  int all_count = 0;
  for (int i = 0; i < expr_count; i++) {
    pme__affine_result result = append_bounds(b, exprs[i], minimum, all, &all_count);
    if (result != PME__AFFINE_OK) {
      pme__give_failure(b, result, node, PME_REASON_NON_AFFINE_BOUND, "bound");
      return false;
    }
  }
  *out = kept_bounds(b, all, all_count);
  *count = all_count;
  return *out != NULL;
}

/* Range of an extremum of affine functions over the enclosing box. */
static bool bounds_range(pme__evaluation *b, const pme_affine *bounds, int count, bool minimum, int64_t *low,
                         int64_t *high) {
  for (int i = 0; i < count; i++) {
    int64_t from, to;
    if (!pme__affine_range(&b->affine, &bounds[i], &from, &to))
      return false;
    if (i == 0 || (minimum ? from < *low : from > *low))
      *low = from;
    if (i == 0 || (minimum ? to < *high : to > *high))
      *high = to;
  }
  return true;
}

/* Least and greatest value that the variable takes; an empty range is kept as one point. */
static bool loop_range(pme__evaluation *b, const pme_concrete_loop *loop, int node) {
  int64_t first_low, first_high, last_low, last_high;
  bool up = loop->step > 0;
  if (!bounds_range(b, loop->firsts, loop->first_count, !up, &first_low, &first_high) ||
      !bounds_range(b, loop->lasts, loop->last_count, up, &last_low, &last_high)) {
    pme__give_failure(b, PME__AFFINE_OVERFLOW, node, PME_REASON_TOO_LARGE, "bound");
    return false;
  }
  int64_t low = up ? first_low : last_low, high = up ? last_high : first_high;
  b->low[loop->depth] = low;
  b->high[loop->depth] = high < low ? low : high;
  return true;
}

static bool check_team_loop(pme__evaluation *b, const pme_concrete_loop *loop, int id) {
  bool each = b->low[loop->depth] == 0 && b->high[loop->depth] == loop->threads - 1 && loop->step == 1;
  if (!loop->is_team || (each && loop->parallel && loop->collapse == 1))
    return true;
  pme__give_reason(b, PME_REASON_BAD_LOOP, id, "a loop over the threads of a team runs from 0 to threads() - 1", "");
  return false;
}

/* A step of 0, as of tiles where there are none: what keeps the program from an endless loop was taken to hold,
 * as all that a positive step implies. */
static bool is_never_entered(pme_concrete_loop *loop) {
  static const pme_affine first = {.constant = 0}, last = {.constant = -1};
  if (loop->step != 0)
    return false;
  loop->step = 1;
  loop->firsts = &first;
  loop->lasts = &last;
  loop->first_count = loop->last_count = 1;
  return true;
}

static bool evaluate_ends(pme__evaluation *b, int id, pme_concrete_loop *loop) {
  const pme_loop *source = &pme_program_node(b->program, id)->u.loop;
  if (!pme__evaluate_constant(b, source->step, id, "step", &loop->step))
    return false;
  if (is_never_entered(loop))
    return true;
  bool up = loop->step > 0;
  return evaluate_bounds(b, source->firsts, source->first_count, !up, id, &loop->firsts, &loop->first_count) &&
         evaluate_bounds(b, source->lasts, source->last_count, up, id, &loop->lasts, &loop->last_count);
}

/* The loop that stands at the place of `id`. */
static int loop_in_place(const pme_nest_order *order, int id) {
  for (int p = 0; p < order->count; p++)
    if (order->loops[p] == id)
      return order->loops[order->at[p]];
  return id;
}

bool pme_concrete_is_replaced(const pme_concrete *concrete, int loop) {
  return loop_in_place(&concrete->order, loop) != loop;
}

bool pme__evaluate_loop(pme__evaluation *b, int id, pme_concrete_node *out, int depth) {
  const pme_node *node = pme_program_node(b->program, id);
  const pme_loop *source = &node->u.loop;
  pme_concrete_loop *loop = &out->u.loop;
  *loop = (pme_concrete_loop){.depth = depth,
                              .parallel = source->parallel,
                              .collapse = source->collapse,
                              .nowait = source->nowait,
                              .ordered = source->ordered,
                              .is_team = source->is_team};
  int assumptions = b->concrete->assumptions.count, counted = loop_in_place(&b->concrete->order, id);
  if (!pme__evaluate_team(b, id, loop))
    return false;
  b->affine.team = loop->threads;
  if (!evaluate_ends(b, counted, loop)) {
    b->concrete->assumptions.count = assumptions; /* nothing is assumed of what is left out */
    return false;
  }
  if (source->parallel && !pme__evaluate_schedule(b, source, id, loop))
    return false;
  b->loop_depth[counted] = depth;
  return loop_range(b, loop, id) && check_team_loop(b, loop, id);
}

/* `if (tile > 0 && tile < n)` of a tile that is known to be 0. */
bool pme__holds_never(const pme_affine *condition) {
  for (int depth = 0; depth < condition->depth; depth++)
    if (condition->coefficients[depth] != 0)
      return false;
  return condition->div_count == 0 && condition->constant < 0;
}

/* The conditions, in `all`; one alone where that never holds, whatever the others need. The first failure counts. */
static pme__affine_result evaluate_conditions(pme__evaluation *b, const pme_guard *source, pme_affine *all,
                                              int *all_count) {
  pme__affine_result failure = PME__AFFINE_OK;
  pme__affine_context failed = b->affine;
  *all_count = 0;
  for (int i = 0; i < source->condition_count; i++) {
    int before = *all_count;
    pme__affine_result result = append_bounds(b, source->conditions[i], true, all, all_count);
    if (result == PME__AFFINE_NO_MEMORY)
      return result;
    for (int k = before; k < *all_count; k++)
      if (pme__holds_never(&all[k])) {
        all[0] = all[k];
        *all_count = 1;
        return PME__AFFINE_OK;
      }
    if (result != PME__AFFINE_OK && failure == PME__AFFINE_OK) {
      failure = result;
      failed = b->affine;
    }
  }
  b->affine.culprit = failed.culprit;
  b->affine.asked = failed.asked;
  return failure;
}

bool pme__evaluate_guard(pme__evaluation *b, int id, pme_concrete_node *out) {
  const pme_guard *source = &pme_program_node(b->program, id)->u.guard;
  pme_concrete_guard *guard = &out->u.guard;
  *guard = (pme_concrete_guard){.one_thread = source->one_thread};
  if (source->condition_count == 0)
    return true;
  pme_affine all[PME__MAX_BOUNDS];
  int count;
  pme__affine_result result = evaluate_conditions(b, source, all, &count);
  if (result != PME__AFFINE_OK) {
    pme__give_failure(b, result, id, PME_REASON_NON_AFFINE_GUARD, "condition");
    return false;
  }
  guard->conditions = kept_bounds(b, all, count);
  guard->condition_count = guard->conditions ? count : 0;
  return guard->conditions != NULL;
}

/* Remembers that sign * (bound - variable of the loop) >= 0; more than fit are forgotten. */
static void know_bounds(pme__evaluation *b, const pme_affine *bounds, int count, int depth, int sign) {
  for (int i = 0; i < count && b->affine.fact_count < PME__MAX_FACTS; i++) {
    int64_t *coefficients = PME_ARENA_NEW(b->concrete->arena, int64_t, depth + 1);
    if (!coefficients) {
      b->no_memory = true;
      return;
    }
    for (int d = 0; d < bounds[i].depth; d++)
      coefficients[d] = sign * bounds[i].coefficients[d];
    coefficients[depth] = -sign;
    pme_affine fact = {.constant = sign * bounds[i].constant, .depth = depth + 1, .coefficients = coefficients};
    if (bounds[i].div_count == 0)
      b->facts[b->affine.fact_count++] = fact;
  }
}

/* What holds inside a node. */
void pme__know_node(pme__evaluation *b, const pme_concrete_node *node) {
  if (node->kind == PME_NODE_LOOP) {
    const pme_concrete_loop *loop = &node->u.loop;
    int up = loop->step > 0 ? 1 : -1;
    know_bounds(b, loop->lasts, loop->last_count, loop->depth, up);
    know_bounds(b, loop->firsts, loop->first_count, loop->depth, -up);
  } else if (node->kind == PME_NODE_GUARD) {
    for (int i = 0; i < node->u.guard.condition_count && b->affine.fact_count < PME__MAX_FACTS; i++)
      b->facts[b->affine.fact_count++] = node->u.guard.conditions[i];
  }
}
