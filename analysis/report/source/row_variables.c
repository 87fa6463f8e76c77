/* Reads declarations and assignments of C as far as lines go: what is not plain is refused. */
#include "row_variables.h"

#include <stdio.h>
#include <string.h>

static const char *skip_word(const char *at) {
  while (pme__is_word(*at))
    at++;
  return at;
}

/* ---- declarations ---- */

/* Words up to the last one before `=`, which is the variable. NULL: something else stands there. */
static const char *read_type(const char *line, pme__text_piece *type) {
  const char *at = pme__skip_blanks(line), *last = NULL;
  type->from = at;
  while (pme__is_word(*at)) {
    const char *end = skip_word(at);
    if (pme__is_text((pme__text_piece){at, end}, "const") || pme__is_text((pme__text_piece){at, end}, "static") ||
        pme__is_text((pme__text_piece){at, end}, "auto") || pme__is_text((pme__text_piece){at, end}, "register") ||
        pme__is_text((pme__text_piece){at, end}, "constexpr"))
      return NULL;
    type->to = last ? last : at;
    last = end;
    const char *next = pme__skip_blanks(end);
    if (*next == '=')
      return type->to > type->from ? at : NULL;
    at = next;
  }
  return NULL;
}

/* Up to a comma or a semicolon outside of brackets. */
static const char *end_of_value(const char *at) {
  int depth = 0;
  for (; *at && (depth > 0 || (*at != ',' && *at != ';')); at++) {
    if (*at == '"' || *at == '\'' || *at == '{')
      return NULL;
    depth += *at == '(' || *at == '[' ? 1 : *at == ')' || *at == ']' ? -1 : 0;
  }
  return *at ? at : NULL;
}

bool pme__read_row_variables(const char *line, pme__row_variables *inout) {
  pme__text_piece type;
  const char *at = read_type(line, &type);
  while (at && inout->count < PME__MOST_ROWS) {
    pme__row_variable *row = &inout->all[inout->count];
    const char *end = skip_word(at), *equals = pme__skip_blanks(end);
    if (end == at || end - at > PME__MOST_ROW_BYTES / 2 || *equals != '=' || equals[1] == '=')
      return false;
    *row = (pme__row_variable){.line = line, .type = type, .variable = {at, end}};
    row->begin.from = pme__skip_blanks(equals + 1);
    row->begin.to = end_of_value(row->begin.from);
    if (!row->begin.to)
      return false;
    inout->count++;
    if (*row->begin.to == ';')
      return pme__is_empty(pme__skip_blanks(row->begin.to + 1));
    at = pme__skip_blanks(row->begin.to + 1);
  }
  return false;
}

void pme__name_row(pme__row_variables *rows, int row, const char *counter) {
  pme__row_variable *r = &rows->all[row];
  int length = (int)(r->variable.to - r->variable.from);
  snprintf(r->name, sizeof r->name, "%.*s_row", length, r->variable.from);
  snprintf(r->element, sizeof r->element, "%.*s_row[%.90s]", length, r->variable.from, counter);
}

/* ---- lines ---- */

static const pme__row_variable *row_at(const pme__row_variables *rows, const char *from, const char *at) {
  for (int i = 0; i < rows->count; i++) {
    const pme__text_piece *variable = &rows->all[i].variable;
    if (pme__is_word_at(from, at, variable->from, (size_t)(variable->to - variable->from)))
      return &rows->all[i];
  }
  return NULL;
}

static bool is_one_of(char c, const char *all) { return c && strchr(all, c); }

/* `=`, `+=`, `<<=`, `++`: behind what is set. */
static bool sets(const char *at) {
  if (*at == '=')
    return at[1] != '=';
  if ((at[0] == '+' && at[1] == '+') || (at[0] == '-' && at[1] == '-'))
    return true;
  if (is_one_of(at[0], "+-*/%&|^") && at[1] == '=')
    return true;
  return (strncmp(at, "<<=", 3) == 0 || strncmp(at, ">>=", 3) == 0);
}

static const char *before_blanks(const char *from, const char *at) {
  while (at > from && (at[-1] == ' ' || at[-1] == '\t'))
    at--;
  return at;
}

/* Whether the word that begins at `at` is changed there as a variable; what it is a member of, or points to, is another. */
static bool is_set(const char *from, const char *at, const char *end) {
  const char *before = before_blanks(from, at);
  bool is_stepped =
      before - from >= 2 && ((before[-1] == '+' && before[-2] == '+') || (before[-1] == '-' && before[-2] == '-'));
  const char *behind = pme__skip_blanks(end);
  return sets(behind) || (is_stepped && *behind != '[');
}

/* `double t = ...`: a word stands before it. */
static bool is_declared_here(const char *from, const char *at) {
  const char *before = before_blanks(from, at);
  pme__text_piece word = {before, before};
  while (word.from > from && pme__is_word(word.from[-1]))
    word.from--;
  return word.to > word.from && before < at && !pme__is_text(word, "else") && !pme__is_text(word, "do") &&
         !pme__is_text(word, "return");
}

static bool is_row_name(const pme__row_variables *rows, pme__text_piece word) {
  for (int i = 0; i < rows->count; i++) {
    const pme__text_piece *variable = &rows->all[i].variable;
    long length = variable->to - variable->from;
    if (word.to - word.from == length + 4 && strncmp(word.from, variable->from, (size_t)length) == 0 &&
        strncmp(word.from + length, "_row", 4) == 0)
      return true;
  }
  return false;
}

bool pme__may_be_in_rows(const pme__row_variables *rows, const char *line, bool is_checked) {
  const char *from = pme__skip_blanks(line);
  bool is_head = strncmp(from, "for", 3) == 0 && !pme__is_word(from[3]);
  if (is_checked && sets(from) && !pme__is_word(from[2])) /* a statement goes on */
    return false;
  for (const char *at = from; *at && strncmp(at, "//", 2) != 0;) {
    if (!pme__is_word(*at)) {
      at++;
      continue;
    }
    const char *end = skip_word(at), *before = before_blanks(from, at);
    const pme__row_variable *row = row_at(rows, from, at);
    bool is_member = before > from && (before[-1] == '.' || (before - from > 1 && !strncmp(before - 2, "->", 2)));
    if (is_row_name(rows, (pme__text_piece){at, end}) || (row && before > from && before[-1] == '&') ||
        (row && is_member))
      return false;
    if (is_checked && !is_head && !row && is_set(from, at, end) && !is_declared_here(from, at))
      return false;
    at = end;
  }
  return true;
}

bool pme__has_row_variable(const pme__row_variables *rows, const char *from, const char *to) {
  bool has = false;
  for (const char *at = from; at < to && !has; at++)
    has = row_at(rows, from, at) != NULL;
  return has;
}

void pme__write_in_rows(const pme__row_variables *rows, const char *from, const char *to, char *out, size_t bytes) {
  size_t length = 0;
  for (const char *at = from; at < to && length + (size_t)2 * PME__MOST_ROW_BYTES < bytes;) {
    const pme__row_variable *row = row_at(rows, from, at);
    if (row) {
      length += (size_t)snprintf(out + length, bytes - length, "%s", row->element);
      at = row->variable.to - row->variable.from + at;
    } else {
      out[length++] = *at++;
    }
  }
  out[length] = '\0';
}
