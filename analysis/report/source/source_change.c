/* Finds the lines of a nest, and writes them with the loops in another order. */
#include "source_change.h"

#include <stdio.h>
#include <string.h>

#include "analysis/report/words/facts.h"
#include "analysis/report/words/order_words.h"
#include "block_heads.h"
#include "source_distribution.h"

typedef struct changer {
  const pme_prediction *prediction;
  const pme_loop_order *order;
  pme_arena *arena;
  pme__source_lines source;
  int lines[PME_MOST_NEST_LOOPS];
  const char *from[PME_MOST_NEST_LOOPS], *to[PME_MOST_NEST_LOOPS]; /* parentheses of `for`, what is behind `do` */
  pme__block_heads heads;
  pme__source_change *out;
  bool is_fortran;
  bool is_full; /* memory is exhausted */
} changer;

/* ---- where the loops are ---- */

static bool refuse(changer *c, const char *why) {
  c->out->why_not = why;
  return false;
}

static pme_place place_of(const changer *c, int place) {
  return pme_subject_at(c->prediction->subject, c->order->order.loops[place])->place;
}

static bool find_loop(changer *c, int place, int line) {
  const char *text = pme__source_line(&c->source, line);
  const char *variable = pme_subject_at(c->prediction->subject, c->order->order.loops[place])->u.loop.variable;
  c->lines[place] = line;
  if (c->is_fortran)
    return (text && variable && pme__find_do(text, variable, &c->from[place], &c->to[place])) ||
           refuse(c, "a loop of the nest is no plain `do` on a line of its own");
  if (!text || !pme__find_for(text, &c->from[place], &c->to[place]))
    return refuse(c, "a loop of the nest is no plain `for` on a line of its own");
  if (!variable || !pme__has_word(c->from[place], c->to[place], variable))
    return refuse(c, "a loop of the nest has another variable in the source");
  return true;
}

/* Those of Fortran are private. */
static bool keeps_privacy(changer *c) {
  for (int p = 0; p < c->order->order.count; p++)
    if (pme__makes_counter_shared(c->prediction, c->order, p, false) && !pme__declares_variable(c->from[p] + 1))
      return refuse(c, "the counter of a loop that is dealt out is declared outside, where threads would share it");
  return true;
}

/* Where the loop that is dealt out is to be cut: how, with a counter that means nothing else there. */
static bool find_block(changer *c) {
  const char *variable = pme_subject_at(c->prediction->subject, c->order->order.loops[0])->u.loop.variable;
  int innermost = c->order->order.count - 1, last;
  if (c->order->block == 0)
    return true;
  if (c->is_fortran)
    return refuse(c, "a counter for blocks would have to be declared");
  if (!pme__write_block_heads(c->from[0], c->to[0], variable, c->order->block, &c->heads))
    return refuse(c, "the loop that is dealt out does not go up by one to a plain bound");
  last = pme__end_of_statement(&c->source, c->lines[innermost], c->to[innermost]);
  if (last == 0)
    return refuse(c, "the nest does not end on a line of its own, or too far away");
  for (int line = c->lines[0]; line <= last; line++) {
    const char *text = pme__source_line(&c->source, line);
    if (!text || pme__has_word(text, text + strlen(text), c->heads.counter))
      return refuse(c, "the name that a counter for blocks would get is used there");
  }
  return true;
}

static bool find_nest(changer *c) {
  pme_place place = place_of(c, 0);
  c->is_fortran = !pme__takes_loop_directives(c->prediction->subject, c->order->order.loops[0]);
  if (c->is_fortran && (!c->order->is_exchanged || c->order->is_unrolled))
    return refuse(c, "no directive makes tiles of loops of Fortran");
  if (place.line <= 0)
    return refuse(c, "the program has no lines of the source: compile with -g or -gline-tables-only");
  c->out->file = pme__file_of(c->prediction->subject, place, NULL);
  int above = place.line > PME__CONTEXT_LINES ? place.line - PME__CONTEXT_LINES : 1;
  if (!c->out->file[0] || !pme__read_source(c->out->file, above, c->arena, &c->source))
    return refuse(c, "the source cannot be read");
  int line =
      c->is_fortran ? pme__behind_comments(&c->source, place.line) : pme__behind_directives(&c->source, place.line);
  for (int p = 0; p < c->order->order.count; p++, line++) {
    if (!find_loop(c, p, line))
      return false;
    if (p > 0 && place_of(c, p).line != line)
      return refuse(c, "something stands between the loops of the nest");
  }
  return keeps_privacy(c) && find_block(c);
}

/* ---- the change ---- */

static const char *keep(changer *c, const char *text) {
  char *copy = PME_ARENA_NEW(c->arena, char, strlen(text) + 1);
  c->is_full = c->is_full || !copy;
  return copy ? strcpy(copy, text) : "";
}

static void add_pragma(changer *c, int place) {
  char text[PME__MOST_SOURCE_BYTES], pragma[200];
  pme__words words = pme__words_in(pragma, sizeof pragma);
  const char *line = pme__source_line(&c->source, c->lines[place]);
  pme__say_tile_pragma(&words, c->prediction, c->order);
  snprintf(text, sizeof text, "%.*s%s", (int)(pme__skip_blanks(line) - line), line, pragma);
  c->out->after[c->out->after_count++] = keep(c, text);
}

/* Over blocks of the loop that is dealt out, in its place. */
static void add_blocks(changer *c) {
  char text[3 * PME__MOST_SOURCE_BYTES];
  const char *line = pme__source_line(&c->source, c->lines[0]);
  snprintf(text, sizeof text, "%.*s%s", (int)(c->from[0] - line), line, c->heads.over);
  c->out->after[c->out->after_count++] = keep(c, text);
}

/* The line with the parentheses of the loop that is to stand there. */
static void add_loop(changer *c, int place) {
  char text[3 * PME__MOST_SOURCE_BYTES];
  const char *line = pme__source_line(&c->source, c->lines[place]);
  int from = c->order->is_exchanged ? c->order->order.at[place] : place;
  bool is_cut = c->order->block > 0 && from == 0;
  snprintf(text, sizeof text, "%.*s%.*s%s", (int)(c->from[place] - line), line,
           is_cut ? (int)strlen(c->heads.within) : (int)(c->to[from] - c->from[from]),
           is_cut ? c->heads.within : c->from[from], c->to[place]);
  c->out->before[c->out->before_count++] = line;
  c->out->after[c->out->after_count++] = keep(c, text);
}

void pme__add_context(const pme__source_lines *source, pme__source_change *out) {
  for (int line = out->line - PME__CONTEXT_LINES; line < out->line; line++)
    if (pme__source_line(source, line))
      out->above[out->above_count++] = pme__source_line(source, line);
  for (int line = out->line + out->before_count; out->below_count < PME__CONTEXT_LINES; line++) {
    if (!pme__source_line(source, line))
      break;
    out->below[out->below_count++] = pme__source_line(source, line);
  }
}

/* From the first place that changes on. */
static void change(changer *c) {
  const pme_loop_order *order = c->order;
  bool is_tiled = order->tile_count > 0 && !c->is_fortran;
  int count = order->order.count, tiled = is_tiled ? count - order->tile_count : count, first = 0;
  while (first < count && first != tiled && !(order->is_exchanged && order->order.at[first] != first))
    first++;
  c->out->line = c->lines[first];
  if (order->block > 0)
    add_blocks(c);
  for (int p = first; p < count; p++) {
    if (p == tiled)
      add_pragma(c, p);
    add_loop(c, p);
  }
  pme__add_context(&c->source, c->out);
}

pme_status pme__change_source(const pme_prediction *prediction, const pme_loop_order *order, pme_arena *arena,
                              pme__source_change *out) {
  changer c = {.prediction = prediction, .order = order, .arena = arena, .out = out};
  *out = (pme__source_change){0};
  if (order->is_distributed)
    return pme__distribute_source(prediction, order, arena, out);
  if (find_nest(&c))
    change(&c);
  return c.is_full ? PME_NO_MEMORY : PME_OK;
}

/* ---- as a diff ---- */

static void write_all(char sign, const char *const lines[], int count, void (*line)(void *, const char *),
                      void *context) {
  char text[2 * PME__MOST_SOURCE_BYTES];
  for (int i = 0; i < count; i++) {
    snprintf(text, sizeof text, "%c%s", sign, lines[i]);
    line(context, text);
  }
}

void pme__write_diff(const pme__source_change *change, void (*line)(void *context, const char *text), void *context) {
  char text[2 * PME__MOST_SOURCE_BYTES];
  int around = change->above_count + change->below_count;
  snprintf(text, sizeof text, "--- %.1000s", change->file);
  line(context, text);
  snprintf(text, sizeof text, "+++ %.1000s", change->file);
  line(context, text);
  snprintf(text, sizeof text, "@@ -%d,%d +%d,%d @@", change->line - change->above_count, around + change->before_count,
           change->line - change->above_count, around + change->after_count);
  line(context, text);
  write_all(' ', change->above, change->above_count, line, context);
  write_all('-', change->before, change->before_count, line, context);
  write_all('+', change->after, change->after_count, line, context);
  write_all(' ', change->below, change->below_count, line, context);
}
