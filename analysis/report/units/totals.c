/* What functions and the program come to: numbers of one call, times the calls of a run. */
#include <stdio.h>
#include <string.h>

#include "pmecache/report.h"
#include "units_parts.h"

static pme__level_total *level_of(pme__totals *t, const char *name) {
  for (int i = 0; i < t->level_count; i++)
    if (!strcmp(t->levels[i].name, name))
      return &t->levels[i];
  if (t->level_count == PME_MAX_LEVELS)
    return NULL;
  t->levels[t->level_count] = (pme__level_total){.name = name};
  return &t->levels[t->level_count++];
}

static double cold_of(const json_t *levels, const char *name) {
  for (size_t i = 0; i < json_array_size(levels); i++)
    if (!strcmp(pme__text_at(json_array_get(levels, i), "name"), name))
      return pme__number_at(json_array_get(levels, i), "cold", 0);
  return 0;
}

/* First touches of the loops that were measured: they are those of the run, and later calls have fewer already. */
static double measured_cold(const json_t *function, const char *name) {
  const json_t *loops = json_object_get(function, "loops");
  double cold = 0;
  for (size_t i = 0; i < json_array_size(loops); i++)
    if (json_object_get(json_array_get(loops, i), "measured"))
      cold += cold_of(json_object_get(json_array_get(loops, i), "levels"), name);
  return cold;
}

double pme__modelled_cold(const pme__function *f, const json_t *level) {
  double first = pme__number_at(level, "cold", 0) - measured_cold(f->value, pme__text_at(level, "name"));
  return first > 0 ? first : 0;
}

static void add_level(pme__totals *t, const pme__function *f, const json_t *level, double kept) {
  const char *name = pme__text_at(level, "name");
  pme__level_total *total = level_of(t, name);
  if (!total)
    return;
  double misses = pme__number_at(level, "misses", 0), cold = pme__number_at(level, "cold", 0);
  double first = pme__modelled_cold(f, level), told = f->calls * (misses - kept * first);
  double warm = f->calls > 1 ? f->calls * misses - (f->calls - 1) * first : f->calls * misses;
  total->accesses += f->calls * pme__number_at(level, "accesses", 0);
  total->misses += told;
  total->first_touches += f->calls * cold;
  total->cold_misses += f->calls * misses;
  total->warm_misses += warm < told ? warm : told;
}

/* The levels of the function are without them, those of the loop have them as missed. */
static void add_data_misses(pme__totals *t, const json_t *levels, double calls) {
  for (size_t i = 0; i < json_array_size(levels); i++) {
    const json_t *level = json_array_get(levels, i);
    pme__level_total *total = level_of(t, pme__text_at(level, "name"));
    double most = pme__number_at(level, "misses", 0), least = pme__number_at(level, "low", most);
    if (total && most > least)
      total->data_misses += calls * (most - least);
  }
}

/* An outer loop has the accesses of those in it. */
static void add_accesses_without(pme__totals *t, const pme__function *f, const json_t *loop) {
  double data = pme__number_at(loop, "data_accesses", 0);
  const json_t *left_out = json_object_get(loop, "left_out_accesses");
  if (!json_is_null(json_object_get(loop, "parent")))
    return;
  t->data_accesses += f->calls * data;
  t->supposed_accesses += f->calls * pme__number_at(loop, "supposed_accesses", 0);
  t->left_out_accesses += f->calls * pme__number_at(loop, "left_out_accesses", 0);
  t->is_more_left_out |= f->calls > 0 && json_is_null(left_out);
  if (data > 0)
    add_data_misses(t, json_object_get(loop, "levels"), f->calls);
}

static void add_function(pme__totals *t, const pme__function *f) {
  const json_t *levels = json_object_get(f->value, "levels"), *loops = json_object_get(f->value, "loops");
  t->calls += f->calls;
  for (size_t i = 0; i < json_array_size(loops); i++)
    add_accesses_without(t, f, json_array_get(loops, i));
  for (size_t i = 0; i < json_array_size(levels); i++)
    add_level(t, f, json_array_get(levels, i), i < PME_MAX_LEVELS ? f->kept[i] : 0);
}

pme__totals pme__totals_of(const pme__units *units, const pme__function *function) {
  pme__totals t = {0};
  for (int i = 0; i < units->function_count; i++)
    if (!function || function == &units->functions[i])
      add_function(&t, &units->functions[i]);
  return t;
}

bool pme__write_supposed(const pme__totals *totals, char *text, size_t size) {
  char count[24], share[24];
  double supposed = totals->supposed_accesses, accesses = totals->levels[0].accesses;
  if (supposed <= 0 || supposed < PME__NOTABLE_SUPPOSED * accesses)
    return false;
  pme_format_count(supposed, 2, count, sizeof count);
  pme_format_share(supposed, accesses, share, sizeof share);
  snprintf(text, size, "In loops with %s of the accesses (%s) branches on data are counted as always taken", count,
           share);
  return true;
}

double pme__total_misses(const pme__totals *totals, const char *level) {
  for (int i = 0; i < totals->level_count; i++)
    if (!strcmp(totals->levels[i].name, level))
      return totals->levels[i].misses;
  return 0;
}
