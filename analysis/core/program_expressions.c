/* Reads the expressions and source places of a program's text: recursive descent, sums of products of operands. */
#include <string.h>

#include "program_reader.h"

enum { EXPRESSION_DEPTH = 200 };

static bool read_variable(pme__program_reader *r, pme_expr *out) {
  int loop = pme__find_loop(r, r->in->now.text), parameter = pme__find_parameter(r, r->in->now.text);
  if (loop != PME_NONE)
    *out = pme_expr_loop(r->program, loop);
  else if (parameter != PME_NONE)
    *out = pme_expr_parameter(r->program, parameter);
  else
    return pme__expected(r->in, "an enclosing loop or a declared param");
  pme__next_token(r->in);
  return true;
}

/* thread() and threads(): without parentheses it is a name. */
static bool at_team_number(const pme__program_reader *r) {
  return (pme__at_word(r->in, "thread") || pme__at_word(r->in, "threads")) && r->in->end - r->in->cursor >= 2 &&
         r->in->cursor[0] == '(' && r->in->cursor[1] == ')';
}

/* min(a, b, ...) and max(a, b, ...) */
static bool read_extremum(pme__program_reader *r, pme_expr *out) {
  bool minimum = pme__at_word(r->in, "min");
  pme__next_token(r->in);
  if (!pme__need_symbol(r->in, "(") || !pme__read_sum(r, out))
    return false;
  while (pme__take_symbol(r->in, ",")) {
    pme_expr other;
    if (!pme__read_sum(r, &other))
      return false;
    *out = minimum ? pme_expr_minimum(r->program, *out, other) : pme_expr_maximum(r->program, *out, other);
  }
  return pme__need_symbol(r->in, ")");
}

static bool read_team_number(pme__program_reader *r, pme_expr *out) {
  *out = pme__at_word(r->in, "thread") ? pme_expr_thread(r->program) : pme_expr_team(r->program);
  pme__next_token(r->in);
  return pme__need_symbol(r->in, "(") && pme__need_symbol(r->in, ")");
}

static bool read_number(pme__program_reader *r, int sign, pme_expr *out) {
  *out = pme_expr_constant(r->program, sign * r->in->now.value);
  pme__next_token(r->in);
  return true;
}

static bool read_negation(pme__program_reader *r, pme_expr *out) {
  if (r->in->now.kind == PME__TOKEN_INTEGER)
    return read_number(r, -1, out);
  if (!pme__read_operand(r, out))
    return false;
  *out = pme_expr_multiply(r->program, pme_expr_constant(r->program, -1), *out);
  return true;
}

static bool read_operand_inner(pme__program_reader *r, pme_expr *out) {
  if (pme__take_symbol(r->in, "-"))
    return read_negation(r, out);
  if (r->in->now.kind == PME__TOKEN_INTEGER)
    return read_number(r, 1, out);
  if (pme__take_symbol(r->in, "("))
    return pme__read_sum(r, out) && pme__need_symbol(r->in, ")");
  if (pme__at_word(r->in, "min") || pme__at_word(r->in, "max"))
    return read_extremum(r, out);
  if (at_team_number(r))
    return read_team_number(r, out);
  if (r->in->now.kind == PME__TOKEN_NAME || r->in->now.kind == PME__TOKEN_QUOTED)
    return read_variable(r, out);
  return pme__expected(r->in, "an expression");
}

bool pme__read_operand(pme__program_reader *r, pme_expr *out) {
  if (++r->expression_depth > EXPRESSION_DEPTH)
    return pme__fault_at(r->in, r->in->now.column, "expression nested too deeply", "");
  bool ok = read_operand_inner(r, out);
  r->expression_depth--;
  return ok;
}

static bool read_product(pme__program_reader *r, pme_expr *out) {
  if (!pme__read_operand(r, out))
    return false;
  while (pme__at_symbol(r->in, "*") || pme__at_symbol(r->in, "/") || pme__at_symbol(r->in, "%")) {
    char operator_text = r->in->now.text[0];
    pme_expr right;
    pme__next_token(r->in);
    if (!pme__read_operand(r, &right))
      return false;
    if (operator_text == '*')
      *out = pme_expr_multiply(r->program, *out, right);
    else if (operator_text == '/')
      *out = pme_expr_floor_divide(r->program, *out, right);
    else
      *out = pme_expr_modulo(r->program, *out, right);
  }
  return true;
}

bool pme__read_sum(pme__program_reader *r, pme_expr *out) {
  if (!read_product(r, out))
    return false;
  while (pme__at_symbol(r->in, "+") || pme__at_symbol(r->in, "-")) {
    bool plus = pme__at_symbol(r->in, "+");
    pme_expr right;
    pme__next_token(r->in);
    if (!read_product(r, &right))
      return false;
    *out = plus ? pme_expr_add(r->program, *out, right) : pme_expr_subtract(r->program, *out, right);
  }
  return true;
}

bool pme__at_operand(const pme__program_reader *r) {
  static const char *const words[] = {"threads", "collapse", "nowait",  "ordered",  "orphaned", "carries",
                                      "at",      "step",     "base",    "group",    "align",    "private",
                                      "heap",    "element",  "extents", "parallel", "work",     "tasks"};
  if (at_team_number(r))
    return true;
  if (r->in->now.kind == PME__TOKEN_INTEGER || r->in->now.kind == PME__TOKEN_QUOTED || pme__at_symbol(r->in, "("))
    return true;
  if (r->in->now.kind != PME__TOKEN_NAME)
    return false;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (pme__at_word(r->in, words[i]))
      return false;
  return true;
}

bool pme__read_place(pme__program_reader *r, pme_place *place, char file[PME__NAME_BYTES]) {
  int64_t line, column = 0;
  *place = (pme_place){0};
  if (!pme__take_word(r->in, "at"))
    return true;
  if (r->in->now.kind == PME__TOKEN_QUOTED) {
    memcpy(file, r->in->now.text, PME__NAME_BYTES);
    place->file = file;
    pme__next_token(r->in);
    if (!pme__need_symbol(r->in, ":"))
      return false;
  }
  if (!pme__need_integer(r->in, &line, "a line number"))
    return false;
  if (pme__take_symbol(r->in, ":") && !pme__need_integer(r->in, &column, "a column number"))
    return false;
  if (line < 0 || line > 1 << 30 || column < 0 || column > 1 << 30)
    return pme__fault_at(r->in, r->in->now.column, "line or column out of range", "");
  place->line = (int)line;
  place->column = (int)column;
  return true;
}
