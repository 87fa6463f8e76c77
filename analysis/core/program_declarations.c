/* Reads the lines of a program's text that declare: the function, symbols, arrays, reasons, assumptions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "program_reader.h"

int pme__find_loop(const pme__program_reader *r, const char *name) {
  for (int i = r->open_count - 1; i >= 0; i--) {
    const pme_node *node = pme_program_node(r->program, r->open[i]);
    if (node->kind == PME_NODE_LOOP && strcmp(node->u.loop.variable, name) == 0)
      return r->open[i];
  }
  return PME_NONE;
}

int pme__find_parameter(const pme__program_reader *r, const char *name) {
  for (int i = 0; i < pme_program_parameter_count(r->program); i++)
    if (strcmp(pme_program_parameter(r->program, i)->name, name) == 0)
      return i;
  return PME_NONE;
}

int pme__find_array(const pme__program_reader *r, const char *name) {
  for (int i = 0; i < pme_program_array_count(r->program); i++) {
    const char *known = pme_program_array(r->program, i)->name;
    char numbered[PME__NAME_BYTES];
    snprintf(numbered, sizeof numbered, "%.200s#%d", known, i);
    if (strcmp(known, name) == 0 || strcmp(numbered, name) == 0)
      return i;
  }
  return PME_NONE;
}

int pme__open_node(const pme__program_reader *r) { return r->open_count ? r->open[r->open_count - 1] : PME_NONE; }

bool pme__read_function(pme__program_reader *r) {
  char name[PME__NAME_BYTES], file[PME__NAME_BYTES] = "";
  int64_t line = 0;
  if (!pme__need_name(r->in, name, "a function name"))
    return false;
  if (pme__take_word(r->in, "file") && !pme__need_name(r->in, file, "a file name"))
    return false;
  if (pme__take_word(r->in, "line") && !pme__need_integer(r->in, &line, "a line number"))
    return false;
  if (line < 0 || line > 1 << 30)
    return pme__fault_at(r->in, r->in->now.column, "line out of range", "");
  pme_program_set_function(r->program, name, file, (int)line);
  return pme__need_end(r->in);
}

bool pme__read_effort(pme__program_reader *r) {
  int64_t effort_us = 0;
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &effort_us, "microseconds"))
    return false;
  if (effort_us <= 0)
    return pme__fault_at(r->in, column, "an effort is more than 0 microseconds", "");
  pme_program_set_effort_us(r->program, effort_us);
  return pme__need_end(r->in);
}

bool pme__read_parameter(pme__program_reader *r) {
  char name[PME__NAME_BYTES];
  int64_t value = 0;
  int column = r->in->now.column;
  if (!pme__need_name(r->in, name, "a symbol's name"))
    return false;
  if (pme__find_parameter(r, name) != PME_NONE)
    return pme__fault_at(r->in, column, "this param is declared already: ", name);
  bool known = pme__take_symbol(r->in, "=");
  if (known && !pme__need_integer(r->in, &value, "a number"))
    return false;
  int id = pme_program_add_parameter(r->program, name);
  if (known && id != PME_NONE)
    pme_program_set_parameter(r->program, id, value);
  return pme__need_end(r->in);
}

/* "A#3" is how the writer tells array 3 from an earlier array of the same name. */
static void strip_number(const pme__program_reader *r, char *name) {
  char *mark = strrchr(name, '#');
  if (!mark || mark == name)
    return;
  char *end;
  long number = strtol(mark + 1, &end, 10);
  if (end != mark + 1 && number == pme_program_array_count(r->program))
    *mark = '\0';
}

static bool read_extents(pme__program_reader *r, pme_array *array, pme_expr extents[PME__LIST_ITEMS]) {
  array->extents = extents;
  if (pme__at_symbol(r->in, "?")) {
    pme__next_token(r->in);
    extents[array->extent_count++] = PME_NONE;
  }
  while (pme__at_operand(r)) {
    if (array->extent_count == PME__LIST_ITEMS)
      return pme__fault_at(r->in, r->in->now.column, "too many extents", "");
    if (!pme__read_operand(r, &extents[array->extent_count]))
      return false;
    const pme_expr_node *node =
        pme_program_status(r->program) == PME_OK ? pme_program_expr(r->program, extents[array->extent_count]) : NULL;
    if (node && node->kind == PME_EXPR_CONSTANT && node->value <= 0)
      return pme__fault_at(r->in, r->in->now.column, "an extent must be at least 1", "");
    array->extent_count++;
  }
  return array->extent_count > 0 || pme__expected(r->in, "an extent");
}

static bool read_group(pme__program_reader *r, pme_array *array) {
  int64_t value;
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &value, "a group number"))
    return false;
  array->group = (int)value;
  return (value >= 0 && value < 1 << 30) || pme__fault_at(r->in, column, "group number out of range", "");
}

static bool read_base(pme__program_reader *r, pme_array *array) {
  int64_t value;
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &value, "an address"))
    return false;
  array->has_base = true;
  array->base_bytes = (uint64_t)value;
  return (value >= 0 && value < (INT64_C(1) << 60)) || pme__fault_at(r->in, column, "address out of range", "");
}

/* Mapped blocks stand below the others, at negative places. */
static bool read_allocated(pme__program_reader *r, pme_array *array) {
  const int64_t farthest = INT64_C(1) << 44;
  if (!pme__need_positive(r->in, &array->allocated_bytes, "the size of a block in bytes"))
    return false;
  array->is_about_there = pme__take_word(r->in, "about");
  if (!array->is_about_there && !pme__take_word(r->in, "at"))
    return pme__expected(r->in, "`at` or `about`, and where the block begins");
  int column = r->in->now.column;
  if (!pme__need_integer(r->in, &array->allocated_at, "where the block begins"))
    return false;
  bool is_near =
      array->allocated_bytes <= farthest && array->allocated_at <= farthest && array->allocated_at >= -farthest;
  return is_near || pme__fault_at(r->in, column, "block out of range", "");
}

static bool read_array_option(pme__program_reader *r, pme_array *array, pme_expr extents[PME__LIST_ITEMS]) {
  if (pme__take_word(r->in, "element"))
    return pme__need_positive(r->in, &array->element_bytes, "an element size in bytes");
  if (pme__take_word(r->in, "extents"))
    return read_extents(r, array, extents);
  if (pme__take_word(r->in, "align"))
    return pme__need_positive(r->in, &array->alignment_bytes, "an alignment in bytes");
  if (pme__take_word(r->in, "group"))
    return read_group(r, array);
  if (pme__take_word(r->in, "base"))
    return read_base(r, array);
  if (pme__take_word(r->in, "private"))
    return array->is_private = true;
  if (pme__take_word(r->in, "heap")) {
    array->is_likely_heap = pme__take_word(r->in, "likely");
    array->is_heap = !array->is_likely_heap;
    array->is_unmapped = array->is_heap && pme__take_word(r->in, "unmapped");
    return !pme__take_word(r->in, "allocated") || read_allocated(r, array);
  }
  return pme__expected(r->in, "element, extents, group, base, align, heap or private");
}

bool pme__read_array(pme__program_reader *r) {
  char name[PME__NAME_BYTES];
  pme_expr extents[PME__LIST_ITEMS];
  pme_array array = {.alignment_bytes = 1, .group = PME_NONE};
  int column = r->in->now.column;
  if (!pme__need_name(r->in, name, "an array name"))
    return false;
  if (pme__find_array(r, name) != PME_NONE)
    return pme__fault_at(r->in, column, "this array is declared already: ", name);
  while (r->in->now.kind != PME__TOKEN_END)
    if (!read_array_option(r, &array, extents))
      return false;
  if (array.element_bytes == 0)
    return pme__expected(r->in, "`element` and a size in bytes");
  strip_number(r, name);
  array.name = name;
  pme_program_add_array(r->program, &array);
  return true;
}

bool pme__read_reason(pme__program_reader *r) {
  char code[PME__NAME_BYTES], text[PME__NAME_BYTES] = "", hint[PME__NAME_BYTES] = "", file[PME__NAME_BYTES];
  pme_reason reason = {.node = pme__open_node(r), .text = text, .hint = hint};
  int column = r->in->now.column;
  if (!pme__need_dashed(r->in, code, "a reason"))
    return false;
  reason.code = pme_reason_from_name(code);
  if (reason.code == PME_REASON_COUNT)
    return pme__fault_at(r->in, column, "unknown reason: ", code);
  if (!pme__read_place(r, &reason.place, file))
    return false;
  if (r->in->now.kind == PME__TOKEN_QUOTED && !pme__need_name(r->in, text, "a text"))
    return false;
  if (r->in->now.kind == PME__TOKEN_QUOTED && !pme__need_name(r->in, hint, "a hint"))
    return false;
  pme_program_add_reason(r->program, &reason);
  return pme__need_end(r->in);
}

bool pme__read_assumption(pme__program_reader *r) {
  char code[PME__NAME_BYTES], text[PME__NAME_BYTES] = "";
  pme_assumption assumption = {.node = pme__open_node(r), .text = text};
  int column = r->in->now.column;
  if (!pme__need_dashed(r->in, code, "an assumption"))
    return false;
  assumption.code = pme_assumption_from_name(code);
  if (assumption.code == PME_ASSUMPTION_COUNT)
    return pme__fault_at(r->in, column, "unknown assumption: ", code);
  if (r->in->now.kind == PME__TOKEN_QUOTED && !pme__need_name(r->in, text, "a text"))
    return false;
  pme_program_add_assumption(r->program, &assumption);
  return pme__need_end(r->in);
}
