/* Finds the lines of a loop that holds a nest and something else, and writes a loop for each part. */
#include "source_distribution.h"

#include <stdio.h>
#include <string.h>

#include "analysis/report/words/facts.h"
#include "block_heads.h"
#include "row_variables.h"

typedef pme__text_piece piece;

typedef struct divider {
  const pme_prediction *prediction;
  const pme_loop_order *order;
  pme_arena *arena;
  pme__source_lines source;
  int lines[PME_MOST_NEST_LOOPS]; /* of the loops, the one around the nest first */
  piece heads[PME_MOST_NEST_LOOPS];
  int nest_end, end;        /* lines on which the nest and the loop around it end */
  piece variable, element;  /* of a value that is to be kept in an array */
  piece begin;              /* what it gets at first */
  int begin_line, put_line; /* where it begins, and is put into the element */
  pme__row_variables rows;  /* what is to be kept in rows */
  pme__source_change *out;
  bool is_full; /* memory is exhausted */
} divider;

static const char *line_at(const divider *d, int line) {
  const char *text = pme__source_line(&d->source, line);
  return text ? text : "";
}

static bool refuse(divider *d, const char *why) {
  d->out->why_not = why;
  return false;
}

/* ---- where the loops are ---- */

static bool find_loop(divider *d, int place) {
  const pme_subject_node *loop = pme_subject_at(d->prediction->subject, d->order->order.loops[place]);
  int line = loop->place.line;
  piece *head = &d->heads[place];
  d->lines[place] = line;
  if (!pme__find_for(line_at(d, line), &head->from, &head->to))
    return refuse(d, "a loop of the nest is no plain `for` on a line of its own");
  if (!loop->u.loop.variable || !pme__has_word(head->from, head->to, loop->u.loop.variable))
    return refuse(d, "a loop of the nest has another variable in the source");
  return place < 2 || line == d->lines[place - 1] + 1 || refuse(d, "something stands between the loops of the nest");
}

static bool find_loops(divider *d) {
  pme_place place = pme_subject_at(d->prediction->subject, d->order->order.loops[0])->place;
  if (place.line <= 0)
    return refuse(d, "the program has no lines of the source: compile with -g or -gline-tables-only");
  d->out->file = pme__file_of(d->prediction->subject, place, NULL);
  int above = place.line > PME__CONTEXT_LINES ? place.line - PME__CONTEXT_LINES : 1;
  if (!d->out->file[0] || !pme__read_source(d->out->file, above, d->arena, &d->source))
    return refuse(d, "the source cannot be read");
  for (int p = 0; p < d->order->order.count; p++)
    if (!find_loop(d, p))
      return false;
  d->end = pme__end_of_statement(&d->source, d->lines[0], d->heads[0].to);
  d->nest_end = pme__end_of_statement(&d->source, d->lines[1], d->heads[1].to);
  const char *last = pme__skip_blanks(line_at(d, d->end));
  bool is_plain = d->end > 0 && d->nest_end > 0 && d->lines[1] > d->lines[0] && d->nest_end < d->end &&
                  strchr(d->heads[0].to, '{') && *last == '}' && pme__is_empty(pme__skip_blanks(last + 1));
  if (!is_plain || d->end - d->lines[0] >= PME__MOST_CHANGED_LINES / 2)
    return refuse(d, "the loop around the nest does not end on a line of its own, or too far away");
  for (int line = d->lines[0]; line <= d->end; line++)
    if (*pme__skip_blanks(line_at(d, line)) == '#')
      return refuse(d, "a directive stands in the nest");
  return true;
}

/* ---- a sum in a variable ---- */

/* `NAME = ...;` and no more, with a type before it or not: its name, and what it gets. */
static bool is_assignment(const char *line, piece *name, piece *value) {
  const char *equals = strchr(line, '='), *end = strchr(line, ';');
  if (!equals || !end || equals > end || equals[1] == '=' || !pme__is_empty(pme__skip_blanks(end + 1)) ||
      strchr(line, ','))
    return false;
  const char *at = equals;
  while (at > line && at[-1] == ' ')
    at--;
  name->to = at;
  while (at > line && pme__is_word(at[-1]))
    at--;
  name->from = at;
  value->from = pme__skip_blanks(equals + 1);
  value->to = end;
  for (at = pme__skip_blanks(line); at < name->from; at++)
    if (!pme__is_word(*at) && *at != ' ' && *at != ':')
      return false;
  return name->from < name->to && value->from < value->to;
}

static bool is_same(piece a, piece b) {
  return a.to - a.from == b.to - b.from && strncmp(a.from, b.from, (size_t)(a.to - a.from)) == 0;
}

/* `a[i][j] = NAME;`: an element of names, numbers, brackets and sums alone. */
static bool puts_variable(divider *d, const char *line) {
  const char *equals = strchr(line, '='), *end = strchr(line, ';');
  if (!equals || !end || equals > end || !pme__is_empty(pme__skip_blanks(end + 1)))
    return false;
  d->variable = (piece){pme__skip_blanks(equals + 1), end};
  d->element = (piece){pme__skip_blanks(line), equals};
  while (d->element.to > d->element.from && d->element.to[-1] == ' ')
    d->element.to--;
  for (const char *at = d->variable.from; at < d->variable.to; at++)
    if (!pme__is_word(*at))
      return false;
  for (const char *at = d->element.from; at < d->element.to; at++)
    if (!pme__is_word(*at) && !strchr("[]()*+-. ", *at))
      return false;
  return d->element.to > d->element.from && d->element.to[-1] == ']' && d->variable.to > d->variable.from;
}

static int first_code(const divider *d, int line, int step) {
  while (line > d->lines[0] && line < d->end && pme__is_empty(pme__skip_blanks(line_at(d, line))))
    line += step;
  return line;
}

static bool find_variable(divider *d) {
  piece name = {0};
  d->put_line = first_code(d, d->nest_end + 1, 1);
  d->begin_line = first_code(d, d->lines[1] - 1, -1);
  if (pme_subject_at(d->prediction->subject, d->order->kept_by)->place.line != d->put_line ||
      !puts_variable(d, line_at(d, d->put_line)))
    return refuse(d, "the sum is not put into an element on the line behind the nest");
  if (!is_assignment(line_at(d, d->begin_line), &name, &d->begin) || !is_same(name, d->variable))
    return refuse(d, "the sum does not begin on the line before the nest");
  return true;
}

/* ---- rows ---- */

/* What the loop around the nest declares before it: each is an element of a row from there on. */
static bool find_rows(divider *d) {
  const pme_subject *subject = d->prediction->subject;
  const char *variable = pme_subject_at(subject, d->order->order.loops[0])->u.loop.variable;
  if (!pme__write_row_length(d->heads[0].from, d->heads[0].to, variable, d->rows.length, sizeof d->rows.length))
    return refuse(d, "the loop around the nest does not go up by one from a number to a plain bound");
  for (int line = d->lines[0] + 1; line < d->lines[1]; line++)
    if (pme__declares_variable(line_at(d, line)) && !pme__read_row_variables(line_at(d, line), &d->rows))
      return refuse(d, "a declaration before the nest is not of plain variables that begin with a value");
  if (d->rows.count == 0)
    return refuse(d, "what the nest hands on is not declared in the loop around it");
  for (int line = d->lines[0]; line <= d->end; line++)
    if (!pme__may_be_in_rows(&d->rows, line_at(d, line), line < d->nest_end + 1))
      return refuse(d, "a variable that is declared elsewhere is set in the loop, or the name of a row is used");
  for (int p = 0; p < d->order->order.count; p++)
    if (pme__has_row_variable(&d->rows, d->heads[p].from, d->heads[p].to))
      return refuse(d, "a loop of the nest ends at a variable that is declared in the loop around it");
  for (int i = 0; i < d->rows.count; i++)
    pme__name_row(&d->rows, i, variable);
  return true;
}

/* What is left in the loop before or behind the nest; a variable of its own might be used in several parts. */
static bool has_rest(divider *d, int first, int last, bool *has) {
  *has = false;
  for (int line = first; line <= last; line++) {
    const char *text = pme__skip_blanks(line_at(d, line));
    if (pme__is_empty(text) || line == d->put_line || line == d->begin_line)
      continue;
    if (d->order->row == 0 && pme__declares_variable(text))
      return refuse(d, "the loop around the nest declares variables");
    *has = true;
  }
  return true;
}

/* ---- the change ---- */

static void add(divider *d, const char *text) {
  char *copy = PME_ARENA_NEW(d->arena, char, strlen(text) + 1);
  d->is_full = d->is_full || !copy;
  d->out->after[d->out->after_count++] = copy ? strcpy(copy, text) : "";
}

/* With the element in the place of the variable. */
static void add_line(divider *d, const char *line) {
  char text[4 * PME__MOST_SOURCE_BYTES];
  size_t length = 0, name = (size_t)(d->variable.to - d->variable.from);
  bool is_kept = d->order->kept_by != PME_NONE;
  if (d->order->row > 0) {
    pme__write_in_rows(&d->rows, line, line + strlen(line), text, sizeof text);
    add(d, text);
    return;
  }
  for (const char *at = line; *at && length < sizeof text - PME__MOST_SOURCE_BYTES;) {
    if (is_kept && pme__is_word_at(line, at, d->variable.from, name)) {
      length += (size_t)snprintf(text + length, sizeof text - length, "%.*s", (int)(d->element.to - d->element.from),
                                 d->element.from);
      at += name;
    } else {
      text[length++] = *at++;
    }
  }
  text[length] = '\0';
  add(d, text);
}

/* As far to the right as the loop around the nest. */
static void add_brace(divider *d, char brace) {
  char text[2 * PME__MOST_SOURCE_BYTES];
  const char *head = line_at(d, d->lines[0]);
  snprintf(text, sizeof text, "%.*s%c", (int)(pme__skip_blanks(head) - head), head, brace);
  add(d, text);
}

/* A declaration as assignments to elements of rows. */
static void add_begins(divider *d, const char *line) {
  char text[4 * PME__MOST_SOURCE_BYTES];
  for (int i = 0; i < d->rows.count; i++) {
    const pme__row_variable *row = &d->rows.all[i];
    if (row->line != line)
      continue;
    int length = snprintf(text, sizeof text, "%.*s%s = ", (int)(pme__skip_blanks(line) - line), line, row->element);
    pme__write_in_rows(&d->rows, row->begin.from, row->begin.to, text + length, sizeof text - (size_t)length - 1);
    strcat(text, ";");
    add(d, text);
  }
}

static void add_row_arrays(divider *d) {
  char text[4 * PME__MOST_SOURCE_BYTES];
  const char *head = line_at(d, d->lines[0]);
  for (int i = 0; i < d->rows.count; i++) {
    const pme__row_variable *row = &d->rows.all[i];
    snprintf(text, sizeof text, "%.*s%.*s %s[%s];", (int)(pme__skip_blanks(head) - head), head,
             (int)(row->type.to - row->type.from), row->type.from, row->name, d->rows.length);
    add(d, text);
  }
}

/* A loop of its own. */
static void add_rest(divider *d, int first, int last) {
  add(d, line_at(d, d->lines[0]));
  for (int line = first; line <= last; line++)
    if (d->order->row > 0 && line < d->lines[1] && pme__declares_variable(line_at(d, line)))
      add_begins(d, line_at(d, line));
    else if (line != d->put_line && line != d->begin_line)
      add_line(d, line_at(d, line));
  add_brace(d, '}');
}

/* The element begins as the variable did, in a loop of its own. */
static void add_begin(divider *d) {
  char text[4 * PME__MOST_SOURCE_BYTES];
  const char *line = line_at(d, d->begin_line);
  add(d, line_at(d, d->lines[0]));
  snprintf(text, sizeof text, "%.*s%.*s = %.*s;", (int)(pme__skip_blanks(line) - line), line,
           (int)(d->element.to - d->element.from), d->element.from, (int)(d->begin.to - d->begin.from), d->begin.from);
  add(d, text);
  add_brace(d, '}');
}

/* ... if it is not there already. */
static bool needs_begin(const divider *d) { return d->order->kept_by != PME_NONE && !is_same(d->begin, d->element); }

/* Its heads in the new order; that of the loop around it needs no brace. */
static void add_nest(divider *d) {
  char text[2 * PME__MOST_SOURCE_BYTES];
  const pme_nest_order *order = &d->order->order;
  for (int p = 0; p < order->count; p++) {
    const char *line = line_at(d, d->lines[p]);
    piece head = d->heads[order->at[p]];
    snprintf(text, sizeof text, "%.*s%.*s%s", (int)(d->heads[p].from - line), line, (int)(head.to - head.from),
             head.from, p > 0 ? d->heads[p].to : "");
    add(d, text);
  }
  for (int line = d->lines[order->count - 1] + 1; line <= d->nest_end; line++)
    add_line(d, line_at(d, line));
}

static void change(divider *d, bool has_before, bool has_behind) {
  d->out->line = d->lines[0];
  for (int line = d->lines[0]; line <= d->end; line++)
    d->out->before[d->out->before_count++] = line_at(d, line);
  bool has_begin = needs_begin(d), is_one = !has_before && !has_begin && !has_behind;
  if (!is_one)
    add_brace(d, '{');
  if (d->order->row > 0)
    add_row_arrays(d);
  if (has_before)
    add_rest(d, d->lines[0] + 1, d->lines[1] - 1);
  if (has_begin)
    add_begin(d);
  add_nest(d);
  if (has_behind)
    add_rest(d, d->nest_end + 1, d->end - 1);
  if (!is_one)
    add_brace(d, '}');
  pme__add_context(&d->source, d->out);
}

pme_status pme__distribute_source(const pme_prediction *prediction, const pme_loop_order *order, pme_arena *arena,
                                  pme__source_change *out) {
  divider d = {.prediction = prediction, .order = order, .arena = arena, .out = out};
  bool has_before = false, has_behind = false;
  if (find_loops(&d) && (order->kept_by == PME_NONE || find_variable(&d)) && (order->row == 0 || find_rows(&d)) &&
      has_rest(&d, d.lines[0] + 1, d.lines[1] - 1, &has_before) && has_rest(&d, d.nest_end + 1, d.end - 1, &has_behind))
    change(&d, has_before, has_behind);
  return d.is_full ? PME_NO_MEMORY : PME_OK;
}
