/* What stands in expressions, and in the bounds of loops. */
#include "expressions.h"

#include <string.h>

bool pme__mentions(const pme_program *program, pme_expr expr, int parameter) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind >= PME_EXPR_ADD)
    return pme__mentions(program, e->left, parameter) || pme__mentions(program, e->right, parameter);
  return e->kind == PME_EXPR_PARAMETER && e->value == parameter;
}

bool pme__mentions_loop(const pme_program *program, pme_expr expr, int loop) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  if (e->kind >= PME_EXPR_ADD)
    return pme__mentions_loop(program, e->left, loop) || pme__mentions_loop(program, e->right, loop);
  return e->kind == PME_EXPR_LOOP && e->value == loop;
}

static bool has_kind(const pme_program *program, pme_expr expr, pme_expr_kind kind) {
  const pme_expr_node *e = pme_program_expr(program, expr);
  return e->kind == kind ||
         (e->kind >= PME_EXPR_ADD && (has_kind(program, e->left, kind) || has_kind(program, e->right, kind)));
}

bool pme__has_loop(const pme_program *program, pme_expr expr) { return has_kind(program, expr, PME_EXPR_LOOP); }

bool pme__has_parameter(const pme_program *program, pme_expr expr) {
  return has_kind(program, expr, PME_EXPR_PARAMETER);
}

bool pme__bounds_mention(const pme_program *program, const pme_loop *loop, int parameter) {
  for (int i = 0; i < loop->first_count; i++)
    if (pme__mentions(program, loop->firsts[i], parameter))
      return true;
  for (int i = 0; i < loop->last_count; i++)
    if (pme__mentions(program, loop->lasts[i], parameter))
      return true;
  return false;
}

int pme__parameter_named(const pme_program *program, const char *name) {
  for (int i = 0; i < pme_program_parameter_count(program); i++)
    if (!strcmp(pme_program_parameter(program, i)->name, name))
      return i;
  return PME_NONE;
}

bool pme__is_same(const pme_program *a_program, pme_expr a, const pme_program *b_program, pme_expr b, int *compared) {
  if (a == PME_NONE || b == PME_NONE || (a_program == b_program && a == b))
    return a == b;
  const pme_expr_node *one = pme_program_expr(a_program, a), *other = pme_program_expr(b_program, b);
  return (*compared)++ < PME__MOST_COMPARED && one->kind == other->kind && one->value == other->value &&
         pme__is_same(a_program, one->left, b_program, other->left, compared) &&
         pme__is_same(a_program, one->right, b_program, other->right, compared);
}
