/* Conditions where a symbol is tried: what they come to, and whether they hold. */
#include "chooser.h"

#include <string.h>

static int64_t size_of(const pme__chooser *c) { return c->size > 0 ? c->size : pme__large_size; }

static bool is_large(const pme__chooser *c, const char *name) {
  int size = c->sizes ? pme__size_named(c->sizes, name) : PME_NONE;
  return size != PME_NONE && c->sizes->forms[size].parts == 1;
}

/* A value that was taken; NULL: none of that name, or it is left a size. */
static const pme_binding *taken_of(const pme__chooser *c, const char *name) {
  const pme_binding *taken = c->taken ? pme__taken_named(c->taken, name) : NULL;
  return taken && taken->origin != pme__not_asked ? taken : NULL;
}

/* A size that is large, as far as it is one; 0: it is none. */
static int64_t large_of(const pme__chooser *c, const char *name) {
  int size = c->taken ? pme__size_named(c->taken, name) : PME_NONE;
  return size != PME_NONE ? pme_size_form_value(c->taken->forms[size], size_of(c)) : 0;
}

static int64_t symbol_or_known(pme__chooser *c, const pme_expr_node *e) {
  const pme_parameter *parameter = pme_program_parameter(c->program, (int)e->value);
  if (!strcmp(parameter->name, c->symbol)) {
    c->is_met = true;
    return c->value;
  }
  const pme_binding *taken = taken_of(c, parameter->name);
  if (taken)
    return pme__value_at(taken, size_of(c));
  int64_t large = large_of(c, parameter->name);
  if (large > 0)
    return large;
  if (is_large(c, parameter->name))
    return size_of(c);
  c->is_open = c->is_open || !parameter->known;
  return parameter->value;
}

static int64_t add(pme__chooser *c, int64_t left, int64_t right) {
  int64_t result;
  if (!__builtin_add_overflow(left, right, &result))
    return result;
  c->is_open = true;
  return 0;
}

static int64_t multiply(pme__chooser *c, int64_t left, int64_t right) {
  int64_t result;
  if (!__builtin_mul_overflow(left, right, &result))
    return result;
  c->is_open = true;
  return 0;
}

static int64_t end_of_loop(pme__chooser *c, int loop) {
  const pme_loop *l = &pme_program_node(c->program, loop)->u.loop;
  const pme_expr *ends = c->takes_last ? l->lasts : l->firsts;
  int count = c->takes_last ? l->last_count : l->first_count;
  c->is_open |= count != 1;
  return count == 1 ? pme__evaluate_chosen(c, ends[0]) : 0;
}

static int64_t loop_or_team(pme__chooser *c, const pme_expr_node *e) {
  static const int64_t small_team = 2;
  if (c->takes_loops && e->kind == PME_EXPR_LOOP)
    return end_of_loop(c, (int)e->value);
  c->is_open |= !c->takes_loops;
  return e->kind == PME_EXPR_TEAM ? small_team : c->takes_last ? small_team - 1 : 0;
}

static int64_t divide(pme__chooser *c, pme_expr_kind kind, int64_t left, int64_t right) {
  c->is_open = c->is_open || right <= 0;
  if (c->is_open)
    return 0;
  int64_t result = pme_floor_divide(left, right);
  return kind == PME_EXPR_MODULO ? left - right * result : result;
}

int64_t pme__evaluate_chosen(pme__chooser *c, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(c->program, expr);
  if (e->kind == PME_EXPR_CONSTANT)
    return e->value;
  if (e->kind == PME_EXPR_PARAMETER)
    return symbol_or_known(c, e);
  if (e->kind < PME_EXPR_ADD)
    return loop_or_team(c, e);
  int64_t left = pme__evaluate_chosen(c, e->left);
  bool is_left_open = c->is_open;
  c->is_open = false;
  int64_t right = pme__evaluate_chosen(c, e->right);
  bool is_void = !c->is_open && right <= 0;
  c->is_open = c->is_open || is_left_open;
  switch ((int)e->kind) {
  case PME_EXPR_ADD:
    return add(c, left, right);
  case PME_EXPR_MULTIPLY:
    return multiply(c, left, right);
  case PME_EXPR_MINIMUM:
    return left < right ? left : right;
  case PME_EXPR_MAXIMUM:
    return left > right ? left : right;
  default:
    c->is_void = c->is_void || is_void;
    return divide(c, e->kind, left, right);
  }
}

static int holds_now(pme__chooser *c, pme_expr condition) {
  c->is_met = c->is_open = c->is_void = false;
  int64_t value = pme__evaluate_chosen(c, condition);
  bool is_known = c->is_met && (c->is_void || !c->is_open);
  return !is_known ? 0 : value >= 0 && !c->is_void ? 1 : -1;
}

/* Of `if (i < limit)`, as far as the first and the last iteration say the same. */
static int holds_at_ends(pme__chooser *c, pme_expr condition) {
  c->takes_loops = true;
  int first = holds_now(c, condition);
  c->takes_last = true;
  int last = holds_now(c, condition);
  c->takes_loops = c->takes_last = false;
  return first == last ? first : 0;
}

/* 1: it holds, -1: it does not, 0: the symbol alone does not decide it. */
int pme__holds_with(pme__chooser *c, pme_expr condition) {
  int now = holds_now(c, condition);
  return now == 0 && c->is_met && !c->takes_loops ? holds_at_ends(c, condition) : now;
}
