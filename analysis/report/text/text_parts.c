/* Pieces that the tables share: who is spoken of, and what has to be known to believe it. */
#include "text_parts.h"

#include <string.h>

#include "analysis/report/words/facts.h"
#include "pmecache/report.h"

enum { MIN_ARRAY_WIDTH = 5, MAX_ARRAY_WIDTH = 24, PLACE_WIDTH = 10 };

pme__table pme__table_of(const pme_prediction *prediction, const char *source_file, FILE *stream) {
  pme__table table = {prediction, prediction->subject, source_file, stream, MIN_ARRAY_WIDTH};
  for (int i = 0; i < table.subject->array_count; i++) {
    size_t length = strlen(table.subject->arrays[i]);
    if ((int)length > table.array_width && length <= MAX_ARRAY_WIDTH)
      table.array_width = (int)length;
    else if (length > MAX_ARRAY_WIDTH)
      table.array_width = MAX_ARRAY_WIDTH;
  }
  return table;
}

void pme__print_count(const pme__table *table, double value, int width) {
  char number[24];
  pme_format_count(value, 3, number, sizeof number);
  fprintf(table->stream, "%*s", width, number);
}

/* "71:3", "71" or "?". */
static void format_place(pme_place place, char *buffer, size_t buffer_bytes) {
  if (place.line <= 0)
    snprintf(buffer, buffer_bytes, "?");
  else if (place.column <= 0)
    snprintf(buffer, buffer_bytes, "%d", place.line);
  else
    snprintf(buffer, buffer_bytes, "%d:%d", place.line, place.column);
}

/* "gemm.c:71:3"; nothing when neither file nor line is known. */
static void print_place(const pme__table *table, const char *before, pme_place place, const char *after) {
  char text[32];
  const char *file = pme__file_of(table->subject, place, table->source_file);
  if (place.line <= 0 && !file[0])
    return;
  fprintf(table->stream, "%s%s", before, file);
  format_place(place, text, sizeof text);
  if (place.line > 0)
    fprintf(table->stream, "%s%s", file[0] ? ":" : "line ", text);
  fputs(after, table->stream);
}

void pme__print_function(const pme__table *table) {
  char text[1024];
  pme_machine_write(table->prediction->machine, text, sizeof text);
  fprintf(table->stream, "%s", table->subject->function);
  print_place(table, " (", (pme_place){.line = table->subject->line}, ")");
  fprintf(table->stream, "\nmachine %s\n%s", text, table->subject->as_compiled ? "accesses as compiled\n" : "");
}

static void print_schedule(const pme__table *table, const pme_loop_prediction *loop) {
  pme_schedule_kind schedule;
  int64_t chunk;
  int threads;
  pme__schedule_of(table->prediction, loop, &schedule, &chunk, &threads);
  if (threads > 0)
    fprintf(table->stream, ", %d thread%s", threads, threads == 1 ? "" : "s");
  if (!pme__is_parallel(table->prediction, loop) || pme__is_team(table->prediction, loop))
    return;
  fprintf(table->stream, ", %s", pme__schedule_word(table->prediction, loop));
  if (chunk > 0)
    fprintf(table->stream, ",%lld", (long long)chunk);
}

static void print_amount(const pme__table *table, double value, const char *unit) {
  if (value < 0)
    return;
  fprintf(table->stream, ", ");
  pme__print_count(table, value, 0);
  fprintf(table->stream, " %s%s", unit, value == 1 ? "" : "s");
}

static const pme_loop_prediction *loop_inside(const pme_prediction *prediction, int loop) {
  for (int i = 0; i < prediction->loop_count; i++)
    if (pme__loop_around(prediction->subject, prediction->loops[i].node) == loop)
      return &prediction->loops[i];
  return NULL;
}

/* Of the space that is dealt out: collapsed loops are one. */
static double iterations_of(const pme_prediction *prediction, const pme_loop_prediction *loop) {
  const pme_loop_prediction *inner = loop;
  for (int c = 1; c < pme_subject_at(prediction->subject, loop->node)->u.loop.collapse && inner; c++)
    inner = loop_inside(prediction, inner->node);
  if (!inner || inner == loop || inner->executions < 0 || inner->trip_count < 0 || loop->executions <= 0)
    return loop->trip_count;
  return inner->executions * inner->trip_count / loop->executions;
}

void pme__print_loop(const pme__table *table, const pme_loop_prediction *loop) {
  const pme_subject_node *node = pme_subject_at(table->subject, loop->node);
  fprintf(table->stream, "\n%s %s", pme__kind_of_loop(&node->u.loop), node->u.loop.variable);
  print_place(table, " at ", node->place, "");
  print_schedule(table, loop);
  print_amount(table, iterations_of(table->prediction, loop), "iteration");
  if (loop->executions != 1)
    print_amount(table, loop->executions, "execution");
  fprintf(table->stream, "%s\n",
          loop->status == PME_LOOP_MODELLED ? ""
          : loop->status == PME_LOOP_PARTLY ? ", modelled in part"
                                            : ", not modelled");
}

void pme__print_level_name(const pme__table *table, int level) {
  const pme_prediction_level *info = &table->prediction->level_info[level];
  char name[40];
  snprintf(name, sizeof name, "%s %s x%d", info->name, info->shared ? "shared" : "private", info->instances);
  fprintf(table->stream, "  %-16s", name);
}

void pme__print_reference_heading(const pme__table *table) {
  fprintf(table->stream, "  %-*s %-*s %-6s", table->array_width, "array", PLACE_WIDTH, "at", "access");
}

void pme__print_reference_name(const pme__table *table, const pme_reference_prediction *reference) {
  const pme_subject_node *node = pme_subject_at(table->subject, reference->node);
  char place[32];
  format_place(node->place, place, sizeof place);
  fprintf(table->stream, "  %-*.*s %-*s %-6s", table->array_width, table->array_width,
          pme__array_name(table->subject, reference->node), PLACE_WIDTH, place,
          node->u.access.is_write ? "write" : "read");
}

/* ---- notes ---- */

/* Hints speak to users of the plugin; the command has an option of its own for the same. */
static void print_hint(const pme__table *table, const char *hint) {
  static const char plugin_option[] = "-pmecache-param=", own_option[] = "--param ";
  const char *found = strstr(hint, plugin_option);
  if (!hint[0])
    return;
  if (found)
    fprintf(table->stream, "; %.*s%s%s", (int)(found - hint), hint, own_option, found + sizeof plugin_option - 1);
  else
    fprintf(table->stream, "; %s", hint);
}

/* ": general: particular" */
static void print_texts(const pme__table *table, pme__two_texts texts) {
  if (texts.general[0])
    fprintf(table->stream, ": %s", texts.general);
  if (texts.particular[0])
    fprintf(table->stream, ": %s", texts.particular);
}

static void print_reason(const pme__table *table, const pme_reason *reason) {
  pme_place place = reason->place.line > 0 ? reason->place : pme__place_of(table->subject, reason->node);
  fprintf(table->stream, "  not modelled");
  print_place(table, " at ", place, "");
  print_texts(table, pme__reason_texts(reason));
  print_hint(table, pme__reason_text_hint(reason));
  fputc('\n', table->stream);
}

static void print_assumption(const pme__table *table, const pme_assumption *assumption) {
  fprintf(table->stream, "  assumption");
  print_texts(table, pme__assumption_texts(assumption));
  fputc('\n', table->stream);
}

bool pme__print_total(const pme__table *table) {
  bool has_totals = pme__has_totals(table->prediction);
  fprintf(table->stream, "\ntotal of %s%s\n", table->subject->function, has_totals ? "" : ": nothing is modelled");
  return has_totals;
}

void pme__print_notes(const pme__table *table, const pme_loop_prediction *loop) {
  const pme_prediction *prediction = table->prediction;
  for (int i = 0; i < pme__reason_count(prediction); i++) {
    const pme_reason *reason = pme__reason_at(prediction, i);
    if (loop ? pme__reason_concerns(prediction, reason, loop)
             : pme__reported_loop(table->subject, reason->node) == PME_NONE)
      print_reason(table, reason);
  }
  for (int i = 0; i < pme__assumption_count(prediction); i++) {
    const pme_assumption *assumption = pme__assumption_at(prediction, i);
    int spoken_of = pme__reported_loop(table->subject, assumption->node);
    /* What holds for the whole function is said once, with its totals. */
    if (loop ? spoken_of != PME_NONE && pme__assumption_concerns(prediction, assumption, loop) : spoken_of == PME_NONE)
      print_assumption(table, assumption);
  }
}
