/* The table of a person, and the rows of a spreadsheet. */
#include "answer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/units/units_values.h"

/* ---- numbers ---- */

/* "12,345,678". */
static void write_count(double value, char *text, size_t bytes) {
  char digits[400];
  size_t length = (size_t)snprintf(digits, sizeof digits, "%.0f", value), to = 0;
  for (size_t i = 0; i < length && to + 2 < bytes; i++) {
    if (i && (length - i) % 3 == 0)
      text[to++] = ',';
    text[to++] = digits[i];
  }
  text[to] = 0;
}

/* "+2.1%"; "3.4 times" from where shares are hard to read. */
static void write_difference(double counted, double predicted, char *text, size_t bytes) {
  double difference = counted > 0 ? predicted / counted - 1 : NAN;
  if (!isfinite(difference))
    snprintf(text, bytes, counted == predicted ? "0.0%%" : "-");
  else if (difference > 2)
    snprintf(text, bytes, "%.*f times", difference < 9 ? 1 : 0, 1 + difference);
  else
    snprintf(text, bytes, "%+.1f%%", 100 * difference);
}

/* Of all executions that were counted. */
static double predicted_of(const pme__unit_loop *loop, const counted_loop *counted, const event_quantity *q) {
  return loop ? predicted_of_loop(loop, q) * counted->executions / predicted_executions(loop) : NAN;
}

/* ---- text ---- */

static void print_row(const verified *v, int e, double counted, double predicted, FILE *stream) {
  const event *row = &v->events->rows[e];
  char count[64], prediction[64] = "-", difference[32] = "-", what[64] = "";
  write_count(counted, count, sizeof count);
  if (isfinite(predicted)) {
    write_count(predicted, prediction, sizeof prediction);
    write_difference(counted, predicted, difference, sizeof difference);
  }
  if (v->units)
    predicted_words(v->units, &row->quantity, what, sizeof what);
  fprintf(stream, "  %-28s %18s %18s %11s%s%s\n", row->name, count, prediction, difference, what[0] ? "  " : "", what);
}

static void print_head(FILE *stream) {
  fprintf(stream, "  %-28s %18s %18s %11s\n", "counter", "counted", "predicted", "difference");
}

static void print_program(const verified *v, FILE *stream) {
  fprintf(stream, "%s, the whole program\n", v->program);
  print_head(stream);
  for (int e = 0; e < v->events->count; e++)
    if (v->counts->is_counted[e])
      print_row(v, e, v->counts->counts[e],
                v->units ? predicted_of_program(v->units, &v->events->rows[e].quantity) : NAN, stream);
  if (v->units && v->units->weighted_count < v->units->function_count)
    fprintf(stream, "  (predicted is one call of each function: how often they are called a profile tells, see "
                    "pmecache record)\n");
}

static void print_loop(const verified *v, const counted_loop *counted, FILE *stream) {
  const pme__unit_loop *loop = predicted_loop(v->units, counted->file, counted->line);
  fprintf(stream, "\n%s:%d:", loop ? loop->file : counted->file, loop ? loop->line : counted->line);
  if (loop)
    fprintf(stream, "%d: %s in %s,", loop->column ? loop->column : 1, loop->variable, loop->name);
  fprintf(stream, " %.0f execution%s by %d thread%s%s\n", counted->executions, counted->executions == 1 ? "" : "s",
          counted->threads, counted->threads == 1 ? "" : "s",
          !loop                             ? ", in no document"
          : loop->kind != PME__LOOP_NUMBERS ? ", which has no number"
                                            : "");
  for (int e = 0; e < v->events->count; e++)
    print_row(v, e, counted->counts[e], predicted_of(loop, counted, &v->events->rows[e].quantity), stream);
}

/* Of what a user asks first: the last of the events that stand for misses, else the first. */
static int deciding_event(const event_list *events) {
  for (int e = events->count - 1; e >= 0; e--)
    if (events->rows[e].quantity.kind == EVENT_MISSES)
      return e;
  return 0;
}

static const counted_loop *most_of(const verified *v, bool *is_told) {
  int e = deciding_event(v->events), best = -1;
  for (int i = 0; i < v->loops->count; i++)
    if (!is_told[i] && v->loops->rows[i].file[0] &&
        (best < 0 || v->loops->rows[i].counts[e] > v->loops->rows[best].counts[e]))
      best = i;
  if (best >= 0)
    is_told[best] = true;
  return best >= 0 ? &v->loops->rows[best] : NULL;
}

static int count_unplaced(const counted_loops *loops) {
  int count = 0;
  for (int i = 0; i < loops->count; i++)
    count += !loops->rows[i].file[0];
  return count;
}

void verified_text(const verified *v, FILE *stream) {
  bool *is_told = (bool *)pme_reallocate(NULL, (size_t)v->loops->count + 1);
  print_program(v, stream);
  if (is_told) {
    memset(is_told, 0, (size_t)v->loops->count + 1);
    for (const counted_loop *loop; (loop = most_of(v, is_told));)
      print_loop(v, loop, stream);
    pme_reallocate(is_told, 0);
  }
  int unplaced = count_unplaced(v->loops);
  if (unplaced)
    fprintf(stream, "\n%d loop%s without a place in a source: build with -g\n", unplaced, unplaced == 1 ? "" : "s");
  if (v->counts->least_share < 0.999)
    fprintf(stream, "\ncounters took turns, and counted in %.0f%% of the time at least: ask for fewer (--events)\n",
            100 * v->counts->least_share);
}

/* ---- rows ---- */

static void print_field(const char *text, FILE *stream) {
  putc('"', stream);
  for (; *text; text++)
    fprintf(stream, *text == '"' ? "\"\"" : "%c", *text);
  fputs("\",", stream);
}

static void print_cells(const verified *v, int e, double counted, double predicted, FILE *stream) {
  fprintf(stream, "%s,%.0f,", v->events->rows[e].name, counted);
  if (isfinite(predicted))
    fprintf(stream, "%.0f", predicted);
  fputs("\r\n", stream);
}

static void print_loop_rows(const verified *v, const counted_loop *counted, FILE *stream) {
  const pme__unit_loop *loop = predicted_loop(v->units, counted->file, counted->line);
  for (int e = 0; e < v->events->count; e++) {
    print_field(loop ? loop->file : counted->file, stream);
    fprintf(stream, "%d,", loop ? loop->line : counted->line);
    print_field(loop ? loop->variable : "", stream);
    print_field(loop ? loop->name : "", stream);
    fprintf(stream, "%.0f,%d,", counted->executions, counted->threads);
    print_cells(v, e, counted->counts[e], predicted_of(loop, counted, &v->events->rows[e].quantity), stream);
  }
}

void verified_csv(const verified *v, FILE *stream) {
  fputs("file,line,variable,function,executions,threads,counter,counted,predicted\r\n", stream);
  for (int e = 0; e < v->events->count; e++)
    if (v->counts->is_counted[e]) {
      fputs(",,,,,,", stream);
      print_cells(v, e, v->counts->counts[e],
                  v->units ? predicted_of_program(v->units, &v->events->rows[e].quantity) : NAN, stream);
    }
  for (int i = 0; i < v->loops->count; i++)
    print_loop_rows(v, &v->loops->rows[i], stream);
}
