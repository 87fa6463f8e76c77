/* Model and simulator side by side. */
#include <math.h>
#include <string.h>

#include "analysis/report/words/facts.h"
#include "pmecache/report.h"
#include "text_parts.h"

enum { COUNT_WIDTH = 11 };

typedef struct comparison {
  pme__table table; /* of the model */
  const pme_prediction *simulated;
} comparison;

/* "+2.1%", "0%"; "-" when only the model has misses, as no ratio tells how wrong that is. */
static void format_error(double predicted, double simulated, char *buffer, size_t buffer_bytes) {
  double percent = 100 * (predicted - simulated) / simulated;
  if (predicted == simulated)
    snprintf(buffer, buffer_bytes, "0%%");
  else if (!(simulated > 0) || !isfinite(percent))
    snprintf(buffer, buffer_bytes, "-");
  else if (fabs(percent) < 0.01)
    snprintf(buffer, buffer_bytes, "<0.01%%");
  else if (fabs(percent) >= 1000)
    snprintf(buffer, buffer_bytes, "x%.3g", predicted / simulated);
  else
    snprintf(buffer, buffer_bytes, "%+.*f%%", fabs(percent) < 10 ? 2 : 1, percent);
}

/* The model's own interval holds the truth, with a hair of room for rounding. */
static bool is_inside(const pme_misses *predicted, double simulated) {
  double room = 1e-9 * (1 + fabs(simulated));
  return simulated >= predicted->low - room && simulated <= predicted->high + room;
}

static void print_numbers(const comparison *c, const pme_misses *predicted, const pme_misses *simulated) {
  char error[32];
  format_error(predicted->misses, simulated->misses, error, sizeof error);
  pme__print_count(&c->table, predicted->accesses, COUNT_WIDTH);
  pme__print_count(&c->table, predicted->misses, COUNT_WIDTH);
  pme__print_count(&c->table, simulated->misses, COUNT_WIDTH);
  fprintf(c->table.stream, "%*s", COUNT_WIDTH, error);
  fprintf(c->table.stream, "  %s\n",
          is_inside(predicted, simulated->misses)       ? "inside"
          : predicted->precision == PME_PRECISION_EXACT ? "not exact"
                                                        : "outside");
}

static void print_heading(const comparison *c) {
  static const char *const names[] = {"accesses", "model", "simulated", "error"};
  for (int i = 0; i < 4; i++)
    fprintf(c->table.stream, "%*s", COUNT_WIDTH, names[i]);
  fprintf(c->table.stream, "  interval\n");
}

static void print_levels(const comparison *c, const pme_misses *predicted, const pme_misses *simulated) {
  fprintf(c->table.stream, "  %-16s", "level");
  print_heading(c);
  for (int level = 0; level < c->table.prediction->level_count; level++) {
    pme__print_level_name(&c->table, level);
    print_numbers(c, &predicted[level], &simulated[level]);
  }
}

static void print_reference(const comparison *c, int index) {
  const pme_reference_prediction *predicted = &c->table.prediction->references[index];
  for (int level = 0; level < c->table.prediction->level_count; level++) {
    pme__print_reference_name(&c->table, predicted);
    if (!predicted->modelled) {
      fprintf(c->table.stream, "  not modelled\n");
      return;
    }
    fprintf(c->table.stream, " %-5s", c->table.prediction->level_info[level].name);
    print_numbers(c, &predicted->levels[level], &c->simulated->references[index].levels[level]);
  }
}

static void print_references(const comparison *c, int node) {
  pme__print_reference_heading(&c->table);
  fprintf(c->table.stream, " %-5s", "level");
  print_heading(c);
  for (int i = 0; i < c->table.prediction->reference_count; i++)
    if (pme_subject_is_below(c->table.subject, c->table.prediction->references[i].node, node))
      print_reference(c, i);
}

void pme_text_comparison(const pme_prediction *model, const pme_prediction *simulated, const char *source_file,
                         FILE *stream) {
  comparison c = {pme__table_of(model, source_file, stream), simulated};
  pme__print_function(&c.table);
  for (int i = 0; i < model->loop_count; i++) {
    const pme_loop_prediction *loop = &model->loops[i];
    if (!pme__is_reported(model, loop))
      continue;
    pme__print_loop(&c.table, loop);
    if (loop->status != PME_LOOP_NOT_MODELLED) {
      print_levels(&c, loop->levels, simulated->loops[i].levels);
      print_references(&c, loop->node);
    }
    pme__print_notes(&c.table, loop);
  }
  if (pme__print_total(&c.table))
    print_levels(&c, model->levels, simulated->levels);
  pme__print_notes(&c.table, NULL);
}
