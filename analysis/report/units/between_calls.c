/* What calls of a function find in the caches: what the run has found there, where it tells, else what of the call before
 * can be left. */
#include <stdlib.h>
#include <string.h>

#include "units_parts.h"

/* A function at one level: the lines that a call touches first in an instance, whose room is `capacity`. */
typedef struct visit {
  pme__function *function;
  int level; /* of the function */
  double calls, lines, capacity;
} visit;

static double capacity_of(const pme__units *u, const pme__function *f, const char *name) {
  const json_t *levels = json_object_get(u->units[f->unit].machine, "levels");
  for (size_t i = 0; i < json_array_size(levels); i++) {
    const json_t *level = json_array_get(levels, i);
    if (!strcmp(pme__text_at(level, "name"), name))
      return pme__number_at(level, "size_bytes", 0) / pme__number_at(level, "line_bytes", 1);
  }
  return 0;
}

static visit visit_of(const pme__units *u, pme__function *f, int index) {
  const json_t *level = json_array_get(json_object_get(f->value, "levels"), (size_t)index);
  double instances = pme__number_at(level, "instances", 1);
  return (visit){.function = f,
                 .level = index,
                 .calls = f->calls,
                 .lines = pme__number_at(level, "cold", 0) / (instances >= 1 ? instances : 1),
                 .capacity = capacity_of(u, f, pme__text_at(level, "name"))};
}

static int visits_at(const pme__units *u, const char *name, visit *out) {
  int count = 0;
  for (int i = 0; i < u->function_count; i++) {
    pme__function *f = &u->functions[i];
    const json_t *levels = json_object_get(f->value, "levels");
    for (int l = 0; f->calls > 0 && l < (int)json_array_size(levels) && l < PME_MAX_LEVELS; l++)
      if (!strcmp(pme__text_at(json_array_get(levels, (size_t)l), "name"), name))
        out[count++] = visit_of(u, f, l);
  }
  return count;
}

static int by_calls(const void *left, const void *right) {
  const visit *a = (const visit *)left, *b = (const visit *)right;
  int order = (a->calls > b->calls) - (a->calls < b->calls);
  return order ? order : (a->function > b->function) - (a->function < b->function);
}

/* Its own lines are between two calls in any case; those of the others are others' and perhaps the same. Between the two
 * bounds the share falls evenly. */
static double kept_share(double own, double all, double capacity) {
  if (all <= capacity)
    return 1;
  return own >= capacity ? 0 : (capacity - own) / (all - own);
}

/* Between two calls a function that is called as often or oftener is called, one that is called less often in so many of
 * the cases. */
static void find_kept_at(visit *visits, int count) {
  double seldom = 0, often = 0;
  qsort(visits, (size_t)count, sizeof *visits, by_calls);
  for (int i = 0; i < count; i++)
    often += visits[i].lines;
  for (int i = 0; i < count; i++) {
    const visit *v = &visits[i];
    double share = kept_share(v->lines, often + seldom / v->calls, v->capacity);
    v->function->kept[v->level] = v->calls > 1 ? share * (v->calls - 1) / v->calls : 0;
    often -= v->lines;
    seldom += v->lines * v->calls;
  }
}

static bool is_way_of(const char *name, const char *other) {
  size_t length = pme__base_length(name);
  return length == pme__base_length(other) && !strncmp(name, other, length);
}

/* Of what calls of a function in several ways have found by the run, which tells of all of them at once, what is left when
 * that is taken off which one way misses more than the model has. */
static double share_of_ways(const pme__units *u, const pme__function *f, size_t index) {
  const char *name = pme__text_at(f->value, "name");
  double found = 0, lacking = 0;
  int ways = 0;
  for (int i = 0; i < u->function_count; i++) {
    const pme__function *other = &u->functions[i];
    if (other->unit != f->unit || !is_way_of(pme__text_at(other->value, "name"), name))
      continue;
    const json_t *level = json_array_get(json_object_get(other->value, "levels"), index);
    found += other->calls * pme__number_at(level, "found", 0);
    lacking += other->calls * pme__number_at(level, "found_lacking", 0);
    ways++;
  }
  return ways < 2 || found <= 0 ? 1 : found > lacking ? 1 - lacking / found : 0;
}

/* A run knows what every call has found, of other functions' lines as well, in the loops that it went through: no more than
 * the caches hold. The rest is kept as it was. */
static void take_found(const pme__units *u, pme__function *f) {
  const json_t *levels = json_object_get(f->value, "levels");
  for (size_t i = 0; i < json_array_size(levels) && i < PME_MAX_LEVELS; i++) {
    const json_t *level = json_array_get(levels, i);
    bool is_known = json_object_get(level, "found") != NULL;
    double found = is_known ? pme__number_at(level, "found", 0) * share_of_ways(u, f, i) : 0;
    double first = pme__modelled_cold(f, level);
    double room = capacity_of(u, f, pme__text_at(level, "name")) * pme__number_at(level, "instances", 1);
    found = room > 0 && found > room ? room : found;
    double rest = first - pme__number_at(level, "found_among", first);
    found += rest > 0 ? rest * f->kept[i] : 0;
    if (is_known)
      f->kept[i] = found < first ? found / first : first > 0;
  }
}

static bool is_known(const pme__level_names *names, const char *name) {
  for (int i = 0; i < names->count; i++)
    if (!strcmp(names->names[i], name))
      return true;
  return false;
}

static pme__level_names names_of(const pme__units *u) {
  pme__level_names names = {.count = 0};
  for (int i = 0; i < u->function_count; i++) {
    const json_t *levels = json_object_get(u->functions[i].value, "levels");
    for (size_t l = 0; l < json_array_size(levels) && names.count < PME_MAX_LEVELS; l++) {
      const char *name = pme__text_at(json_array_get(levels, l), "name");
      if (!is_known(&names, name))
        names.names[names.count++] = name;
    }
  }
  return names;
}

bool pme__find_kept(pme__units *units) {
  visit *visits = PME_ARENA_NEW(units->arena, visit, (units->function_count + 1) * PME_MAX_LEVELS);
  pme__level_names names = names_of(units);
  for (int i = 0; visits && i < names.count; i++)
    find_kept_at(visits, visits_at(units, names.names[i], visits));
  for (int i = 0; i < units->function_count; i++)
    take_found(units, &units->functions[i]);
  return visits != NULL;
}
