#define _GNU_SOURCE /* realpath, in any mode of the language */
#include "predicted.h"

#include <jansson.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/report/units/units_values.h"

/* ---- which loop ---- */

static const char *last_part(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Sources that are no longer there are compared by their names. */
static bool is_same_source(const char *left, const char *right) {
  char a[PATH_MAX], b[PATH_MAX];
  if (strcmp(last_part(left), last_part(right)) != 0)
    return false;
  bool both = realpath(left, a) && realpath(right, b);
  return !both || !strcmp(a, b);
}

/* A document has the pragma's place, the call that begins the loop that of the pragma or of its `for`. */
const pme__unit_loop *predicted_loop(const pme__units *units, const char *file, int line) {
  enum { LINES_OF_PRAGMA = 4 };
  const pme__unit_loop *best = NULL;
  for (int i = 0; units && i < units->loop_count; i++) {
    const pme__unit_loop *loop = &units->loops[i];
    bool is_near = loop->line && loop->line <= line && line - loop->line <= LINES_OF_PRAGMA;
    if (is_near && (!best || loop->line > best->line) && is_same_source(loop->file, file))
      best = loop;
  }
  return best;
}

/* ---- numbers of a loop ---- */

/* The place in a list of `count` levels, -1: there is none. */
static int level_of(const event_quantity *q, const char *(*name_of)(const void *, int), const void *levels, int count) {
  if (q->kind == EVENT_NOTHING)
    return -1;
  if (q->place == EVENT_FIRST)
    return count ? 0 : -1;
  if (q->place != EVENT_NAMED)
    return count - (q->place == EVENT_LAST ? 1 : 2);
  for (int l = 0; l < count; l++)
    if (!strcmp(name_of(levels, l), q->level))
      return l;
  return -1;
}

static const char *name_of_cost(const void *levels, int l) { return ((const pme__level_cost *)levels)[l].name; }
static const char *name_of_total(const void *levels, int l) { return ((const pme__level_total *)levels)[l].name; }

static bool is_meant(const json_t *reference, const event_quantity *q) {
  bool writes = !strcmp(pme__text_at(reference, "access"), "write");
  return writes ? q->writes : q->reads;
}

static double number_of(const json_t *reference, const event_quantity *q, const char *level) {
  const json_t *levels = json_object_get(reference, "levels");
  for (size_t l = 0; l < json_array_size(levels); l++)
    if (!strcmp(pme__text_at(json_array_get(levels, l), "name"), level))
      return pme__number_at(json_array_get(levels, l), q->kind == EVENT_MISSES ? "misses" : "accesses", 0);
  return 0;
}

/* Of the accesses that are meant; `all` gets that of all. */
static double sum_references(const json_t *loop, const event_quantity *q, const char *level, double *all) {
  const json_t *references = json_object_get(loop, "references");
  double sum = 0;
  for (size_t i = 0; i < json_array_size(references); i++) {
    const json_t *reference = json_array_get(references, i);
    double number = number_of(reference, q, level);
    *all += number;
    sum += is_meant(reference, q) ? number : 0;
  }
  return sum;
}

double predicted_of_loop(const pme__unit_loop *loop, const event_quantity *q) {
  int l = level_of(q, name_of_cost, loop->levels, loop->level_count);
  if (l < 0 || loop->kind != PME__LOOP_NUMBERS || loop->calls <= 0)
    return NAN;
  const pme__level_cost *level = &loop->levels[l];
  double whole = (q->kind == EVENT_MISSES ? level->misses : level->accesses) / loop->calls, all = 0;
  if (q->reads && q->writes)
    return whole;
  double meant = sum_references(loop->loop, q, level->name, &all);
  return all > 0 ? whole * (meant / all) : whole > 0 ? NAN : 0;
}

double predicted_executions(const pme__unit_loop *loop) {
  double executions = pme__number_at(loop->loop, "executions", 1);
  return executions > 0 ? executions : 1;
}

/* ---- numbers of a program ---- */

/* The share of reads, or writes, by the accesses of all outermost loops. */
static double share_of_program(const pme__units *units, const event_quantity *q, const char *level) {
  double meant = 0, all = 0;
  for (int f = 0; f < units->function_count; f++) {
    const pme__function *function = &units->functions[f];
    const json_t *loops = json_object_get(function->value, "loops");
    for (size_t i = 0; i < json_array_size(loops); i++) {
      const json_t *loop = json_array_get(loops, i);
      double of_loop = 0;
      if (json_is_integer(json_object_get(loop, "parent")))
        continue;
      meant += function->calls * sum_references(loop, q, level, &of_loop);
      all += function->calls * of_loop;
    }
  }
  return all > 0 ? meant / all : NAN;
}

double predicted_of_program(const pme__units *units, const event_quantity *q) {
  pme__totals totals = pme__totals_of(units, NULL);
  int l = level_of(q, name_of_total, totals.levels, totals.level_count);
  if (l < 0)
    return NAN;
  const pme__level_total *level = &totals.levels[l];
  double whole = q->kind == EVENT_MISSES ? level->misses : level->accesses;
  return q->reads && q->writes ? whole : whole * share_of_program(units, q, level->name);
}

/* ---- words ---- */

void predicted_words(const pme__units *units, const event_quantity *q, char *text, size_t bytes) {
  pme__totals totals = pme__totals_of(units, NULL);
  int l = level_of(q, name_of_total, totals.levels, totals.level_count);
  const char *which = q->reads && q->writes ? "" : q->reads ? "read " : "write ";
  text[0] = 0;
  if (l >= 0)
    snprintf(text, bytes, "%s%s of %s", which, q->kind == EVENT_MISSES ? "misses" : "accesses", totals.levels[l].name);
}
