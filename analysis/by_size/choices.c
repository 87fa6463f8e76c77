/* Symbols that stand in conditions alone: with which values a loop runs. */
#include <stdlib.h>
#include <string.h>

#include "unknown_sizes.h"

/* Of a loop that are looked at. */
enum { MOST_CONDITIONS = 64 };
/* Of a value: a condition around the loop that holds counts more than all inside it. */
enum { AROUND = 1000 };

typedef struct chooser {
  const pme_program *program;
  const char *symbol;
  int64_t value;        /* tried for it */
  bool is_met, is_open; /* while an expression is evaluated: the symbol stands in it; so does something unknown */
} chooser;

static int64_t symbol_or_known(chooser *c, const pme_expr_node *e) {
  const pme_parameter *parameter = pme_program_parameter(c->program, (int)e->value);
  if (!strcmp(parameter->name, c->symbol)) {
    c->is_met = true;
    return c->value;
  }
  c->is_open = c->is_open || !parameter->known;
  return parameter->value;
}

static int64_t checked(chooser *c, bool overflows, int64_t result) {
  c->is_open = c->is_open || overflows;
  return overflows ? 0 : result;
}

static int64_t evaluate(chooser *c, pme_expr expr) {
  const pme_expr_node *e = pme_program_expr(c->program, expr);
  int64_t result = 0;
  if (e->kind == PME_EXPR_CONSTANT)
    return e->value;
  if (e->kind == PME_EXPR_PARAMETER)
    return symbol_or_known(c, e);
  if (e->kind < PME_EXPR_ADD) {
    c->is_open = true; /* loops, threads */
    return 0;
  }
  int64_t left = evaluate(c, e->left), right = evaluate(c, e->right);
  switch ((int)e->kind) {
  case PME_EXPR_ADD:
    return checked(c, __builtin_add_overflow(left, right, &result), result);
  case PME_EXPR_MULTIPLY:
    return checked(c, __builtin_mul_overflow(left, right, &result), result);
  case PME_EXPR_MINIMUM:
    return left < right ? left : right;
  case PME_EXPR_MAXIMUM:
    return left > right ? left : right;
  default:
    c->is_open = c->is_open || right <= 0;
    if (c->is_open)
      return 0;
    result = pme_floor_divide(left, right);
    return e->kind == PME_EXPR_MODULO ? left - right * result : result;
  }
}

/* 1: it holds, -1: it does not, 0: the symbol alone does not decide it. */
static int holds(chooser *c, pme_expr condition) {
  c->is_met = c->is_open = false;
  int64_t value = evaluate(c, condition);
  return !c->is_met || c->is_open ? 0 : value >= 0 ? 1 : -1;
}

/* ---- conditions around a loop, and inside it ---- */

typedef struct condition {
  pme_expr expr;
  bool around;
} condition;

typedef struct condition_list {
  const pme_program *program;
  int count;
  condition conditions[MOST_CONDITIONS];
} condition_list;

static void add_guard(condition_list *list, int id, bool around) {
  const pme_node *node = pme_program_node(list->program, id);
  for (int i = 0; node->kind == PME_NODE_GUARD && i < node->u.guard.condition_count; i++)
    if (list->count < MOST_CONDITIONS)
      list->conditions[list->count++] = (condition){node->u.guard.conditions[i], around};
}

static void add_inside(condition_list *list, int id) {
  for (int child = pme_program_node(list->program, id)->first_child; child != PME_NONE;
       child = pme_program_node(list->program, child)->next_sibling) {
    add_guard(list, child, false);
    add_inside(list, child);
  }
}

static void collect(condition_list *list, int loop) {
  for (int up = loop; up != PME_NONE; up = pme_program_node(list->program, up)->parent)
    add_guard(list, up, true);
  add_inside(list, loop);
}

/* ---- values ---- */

typedef struct best_value {
  int64_t value;
  int score;
} best_value;

static int score_of(chooser *c, const condition_list *list, int64_t value) {
  int score = 0;
  c->value = value;
  for (int i = 0; i < list->count; i++)
    score += holds(c, list->conditions[i].expr) * (list->conditions[i].around ? AROUND : 1);
  return score;
}

static void try_value(chooser *c, const condition_list *list, int64_t value, best_value *best) {
  int score = score_of(c, list, value);
  if (score > best->score)
    *best = (best_value){value, score};
}

/* Conditions change where a symbol passes one of their constants. */
static void try_constants(chooser *c, const condition_list *list, pme_expr expr, best_value *best) {
  const pme_expr_node *e = pme_program_expr(c->program, expr);
  if (e->kind >= PME_EXPR_ADD) {
    try_constants(c, list, e->left, best);
    try_constants(c, list, e->right, best);
  } else if (e->kind == PME_EXPR_CONSTANT && e->value > INT32_MIN && e->value < INT32_MAX) {
    for (int64_t value = llabs(e->value) - 1; value <= llabs(e->value) + 1; value++) {
      try_value(c, list, value, best);
      try_value(c, list, -value, best);
    }
  }
}

static int64_t value_for(chooser *c, const condition_list *list) {
  best_value best = {0, score_of(c, list, 0)};
  try_value(c, list, 1, &best);
  for (int i = 0; i < list->count; i++)
    if (holds(c, list->conditions[i].expr) != 0)
      try_constants(c, list, list->conditions[i].expr, &best);
  return best.value;
}

void pme__choose_for(const pme_program *program, int loop, pme__unknown_symbols *unknown) {
  condition_list list = {.program = program};
  if (unknown->choice_count > 0)
    collect(&list, loop);
  for (int i = unknown->taken_count - unknown->choice_count; i < unknown->taken_count; i++) {
    chooser c = {.program = program, .symbol = unknown->taken[i].name};
    unknown->taken[i].value = value_for(&c, &list);
  }
}
