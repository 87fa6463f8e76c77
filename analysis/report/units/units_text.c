/* The answer about a build for a terminal: places first, as editors and compilers write them. */
#include <stdlib.h>
#include <string.h>

#include "pmecache/report.h"
#include "units_parts.h"

enum { MOST_PLACE_COLUMNS = 60 };

typedef const pme__unit_loop *row;

/* Loops that one table shows, in its order. */
typedef struct table {
  const pme__units *units;
  FILE *stream;
  int most; /* rows */
  row *rows;
  int count, place_columns;
  int free_count; /* loops without misses, which are left out */
  double total;   /* of what the rows cost */
} table;

/* ---- parts of a row ---- */

static int place_columns(row loop) {
  char place[PME__PLACE_BYTES];
  pme__write_place(loop, place, sizeof place);
  return (int)strlen(place);
}

static void print_place(const table *t, row loop) {
  char place[PME__PLACE_BYTES];
  int columns = place_columns(loop);
  pme__write_place(loop, place, sizeof place);
  pme__print_clean(place, t->stream);
  fprintf(t->stream, ":%*s", columns < t->place_columns ? t->place_columns - columns : 0, "");
}

static void print_name(const table *t, row loop) {
  fputs("  ", t->stream);
  pme__print_clean(loop->variable, t->stream);
  fputs(" in ", t->stream);
  pme__print_name(loop->name, t->stream);
  if (loop->kind == PME__LOOP_NUMBERS)
    fputs(loop->is_partly  ? " (a part is not modelled)"
          : loop->is_bound ? " (at most: data choose places)"
                           : "",
          t->stream);
  fputc('\n', t->stream);
}

/* ---- tables ---- */

static int shown(const table *t) { return t->count < t->most ? t->count : t->most; }

static void fit_places(table *t) {
  t->place_columns = 0;
  for (int i = 0; i < shown(t); i++) {
    int columns = place_columns(t->rows[i]);
    if (columns > t->place_columns && columns <= MOST_PLACE_COLUMNS)
      t->place_columns = columns;
  }
}

static void print_table(table *t, const char *title, void (*print_row)(const table *t, row loop)) {
  if (!t->count)
    return;
  fit_places(t);
  fprintf(t->stream, "\n%s\n", title);
  for (int i = 0; i < shown(t); i++)
    print_row(t, t->rows[i]);
  if (t->count > t->most)
    fprintf(t->stream, "... and %d more (--top %d shows all)\n", t->count - t->most, t->count);
  if (t->free_count)
    fprintf(t->stream, "... and %d without misses\n", t->free_count);
  t->free_count = 0;
}

/* The loops of a kind, in their order. */
static void choose(table *t, pme__loop_kind kind, bool has_time) {
  t->count = 0;
  t->total = 0;
  for (int i = 0; i < t->units->loop_count; i++) {
    row loop = &t->units->loops[i];
    if (loop->kind == kind && (loop->cycles >= 0) == has_time) {
      t->rows[t->count++] = loop;
      t->total += pme__loop_cost(loop);
    }
  }
}

static bool has_misses(row loop) {
  for (int i = 0; i < loop->level_count; i++)
    if (loop->levels[i].misses > 0)
      return true;
  return false;
}

/* Loops that miss nothing say nothing where others miss. */
static void leave_out_free(table *t) {
  int costly = 0, all = t->count;
  for (int i = 0; i < all; i++)
    if (has_misses(t->rows[i]))
      t->rows[costly++] = t->rows[i];
  t->count = costly ? costly : all;
  t->free_count = all - t->count;
}

/* ---- costs ---- */

static void print_levels(const table *t, row loop) {
  for (int i = 0; i < loop->level_count; i++) {
    char misses[24];
    pme_format_count(loop->levels[i].misses, 2, misses, sizeof misses);
    fprintf(t->stream, "%s%s %s", i ? ", " : "  ", loop->levels[i].name, misses);
  }
  fputs(" misses", t->stream);
}

static void print_cost(const table *t, row loop) {
  char cost[PME__COST_BYTES], share[24];
  double value = pme__loop_cost(loop);
  pme__write_cost(loop, value, cost, sizeof cost);
  pme_format_share(value, t->total, share, sizeof share);
  print_place(t, loop);
  fprintf(t->stream, " %8s %5s", cost, share);
  if (loop->cycles >= 0)
    print_levels(t, loop);
  print_name(t, loop);
}

static void print_law(const table *t, row loop) {
  char law[PME__LAW_BYTES];
  pme__write_law(&loop->law, law, sizeof law);
  print_place(t, loop);
  fprintf(t->stream, " %s", law);
  print_name(t, loop);
}

/* ---- advice ---- */

static int by_saving(const void *left, const void *right) {
  row a = *(const row *)left, b = *(const row *)right;
  int order = (a->saving.level != NULL) - (b->saving.level != NULL);
  if (!order)
    order = (a->saving.amount < b->saving.amount) - (a->saving.amount > b->saving.amount);
  return order ? order : (a > b) - (a < b);
}

static void choose_savings(table *t) {
  t->count = 0;
  for (int i = 0; i < t->units->loop_count; i++)
    if (t->units->loops[i].saving.change[0])
      t->rows[t->count++] = &t->units->loops[i];
  qsort(t->rows, (size_t)t->count, sizeof *t->rows, by_saving);
}

/* In the order of the loops, which is that of their costs. */
static void choose_orders(table *t) {
  t->count = 0;
  for (int i = 0; i < t->units->loop_count; i++)
    if (t->units->loops[i].order.change[0])
      t->rows[t->count++] = &t->units->loops[i];
}

static void print_order(const table *t, row loop) {
  char share[24];
  pme_format_share(1 - loop->order.ratio, 1, share, sizeof share);
  print_place(t, loop);
  fprintf(t->stream, " %5s  ", share);
  pme__print_clean(loop->order.change, t->stream);
  print_name(t, loop);
}

static void print_saving(const table *t, row loop) {
  char cost[PME__COST_BYTES], share[24];
  pme__write_saving(loop, cost, sizeof cost);
  pme_format_share(1 - loop->saving.ratio, 1, share, sizeof share);
  print_place(t, loop);
  fprintf(t->stream, " %8s %5s  ", cost, share);
  pme__print_clean(loop->saving.change, t->stream);
  fputc('\n', t->stream);
}

/* ---- what was refused ---- */

static void print_refusals(const table *t) {
  const pme__units *u = t->units;
  if (u->refusal_count)
    fputs("\nNot modelled, or only in part: loops with each reason, and the first of them\n", t->stream);
  for (int i = 0; i < u->refusal_count && i < t->most; i++) {
    const pme__refusal *refusal = &u->refusals[i];
    char place[PME__PLACE_BYTES];
    pme__write_place(refusal->first, place, sizeof place);
    fprintf(t->stream, "%6d  ", refusal->loop_count);
    pme__print_clean(refusal->code, t->stream);
    pme_reason_code code = pme_reason_from_name(refusal->code);
    fprintf(t->stream, ": %s\n        ", code < PME_REASON_COUNT ? pme_reason_text(code) : "");
    pme__print_clean(place, t->stream);
    fputs(":\n", t->stream);
  }
}

/* ---- head ---- */

/* More than one machine: times and misses of loops are then of different ones. */
static bool is_one_machine(const pme__units *u) {
  for (int i = 1; i < u->unit_count; i++)
    if (strcmp(pme__text_at(u->units[i].machine, "text"), pme__text_at(u->units[0].machine, "text")) != 0)
      return false;
  return true;
}

static void print_head(const pme__units *u, FILE *stream) {
  fprintf(stream, "%d unit%s, %d parallel loop%s: %d with numbers, %d as functions of a size, %d refused",
          u->unit_count, u->unit_count == 1 ? "" : "s", u->loop_count, u->loop_count == 1 ? "" : "s",
          u->kind_counts[PME__LOOP_NUMBERS], u->kind_counts[PME__LOOP_BY_SIZE], u->kind_counts[PME__LOOP_REFUSED]);
  if (u->kind_counts[PME__LOOP_NOT_RUN])
    fprintf(stream, ", %d that the run did not come to", u->kind_counts[PME__LOOP_NOT_RUN]);
  if (u->repeated_count)
    fprintf(stream, "; left out %d function%s that another unit has, too", u->repeated_count,
            u->repeated_count == 1 ? "" : "s");
  fputc('\n', stream);
  if (!is_one_machine(u))
    fputs("the units were compiled for different machines: their loops are ranked together all the same\n", stream);
}

static void print_numbers(table *t) {
  bool is_run = t->units->weighted_count > 0;
  choose(t, PME__LOOP_NUMBERS, true);
  print_table(t,
              is_run ? "Costliest loops (time of all calls of the run, share of all)"
                     : "Costliest loops (time of one call of the function, share of all)",
              print_cost);
  choose(t, PME__LOOP_NUMBERS, false);
  leave_out_free(t);
  print_table(t,
              is_run ? "Costliest loops (misses in all calls of the run, share of all)"
                     : "Costliest loops (misses in one call of the function, share of all)",
              print_cost);
}

pme_status pme__units_text(const pme__units *units, int most, FILE *stream) {
  table t = {.units = units, .stream = stream, .most = most};
  t.rows = (row *)pme_reallocate(NULL, ((size_t)units->loop_count + 1) * sizeof *t.rows);
  if (!t.rows)
    return PME_NO_MEMORY;
  print_head(units, stream);
  bool sizes_first = pme__sizes_come_first(units);
  if (!sizes_first)
    print_numbers(&t);
  choose(&t, PME__LOOP_BY_SIZE, false);
  print_table(&t, "Costliest loops of sizes that are not known", print_law);
  if (sizes_first)
    print_numbers(&t);
  pme__print_totals(units, most, stream);
  choose_savings(&t);
  print_table(&t, "Advice that saves most", print_saving);
  choose_orders(&t);
  print_table(&t, "Other orders and tiles of loops, what they save (where sizes are not known, at 1001)", print_order);
  print_refusals(&t);
  pme_reallocate(t.rows, 0);
  return PME_OK;
}
