/* Functions whose loops stand in those of their callers, too: each execution is counted once, in the caller. */
#include <math.h>
#include <string.h>

#include "units_parts.h"

static bool is_same_place(const json_t *a, const json_t *b) {
  static const char *const texts[] = {"file", "variable"}, *const numbers[] = {"line", "column"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (strcmp(pme__text_at(a, texts[i]), pme__text_at(b, texts[i])) != 0)
      return false;
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (pme__number_at(a, numbers[i], 0) != pme__number_at(b, numbers[i], 0))
      return false;
  return json_is_true(json_object_get(a, "parallel")) == json_is_true(json_object_get(b, "parallel"));
}

static bool has_numbers(const json_t *loop) { return json_array_size(json_object_get(loop, "levels")) > 0; }

/* Executions of the loop in a call of `caller`, where they have numbers. */
static double executions_in(const pme__function *caller, const json_t *loop) {
  const json_t *loops = json_object_get(caller->value, "loops");
  double sum = 0;
  for (size_t i = 0; i < json_array_size(loops); i++) {
    const json_t *copy = json_array_get(loops, i);
    if (has_numbers(copy) && is_same_place(copy, loop))
      sum += pme__number_at(copy, "executions", 1);
  }
  return sum;
}

/* How many calls of `f` a call of `caller` has numbers of: all loops of f that have numbers have them there. */
static double calls_in(const pme__function *caller, const pme__function *f) {
  const json_t *loops = json_object_get(f->value, "loops");
  double least = INFINITY;
  for (size_t i = 0; i < json_array_size(loops); i++) {
    const json_t *loop = json_array_get(loops, i);
    double own = pme__number_at(loop, "executions", 1);
    if (has_numbers(loop) && json_is_null(json_object_get(loop, "parent")) && own > 0)
      least = fmin(least, executions_in(caller, loop) / own);
  }
  return isinf(least) ? 0 : least;
}

static bool is_inlined_in(const pme__function *f, const pme__function *caller) {
  const json_t *names = json_object_get(f->value, "inlined_in");
  for (size_t i = 0; i < json_array_size(names); i++) {
    const char *name = json_string_value(json_array_get(names, i));
    if (name && f->unit == caller->unit && !strcmp(name, pme__text_at(caller->value, "name")))
      return true;
  }
  return false;
}

/* Callers come first: what is inlined in turn has fewer calls of its own. `is_known`: of each function, so far. */
static void count_calls(pme__units *u, pme__function *f, bool *is_known) {
  double calls = 0;
  if (is_known[f - u->functions])
    return;
  is_known[f - u->functions] = true;
  for (int i = 0; json_object_get(f->value, "inlined_in") && i < u->function_count; i++)
    if (is_inlined_in(f, &u->functions[i])) {
      count_calls(u, &u->functions[i], is_known);
      calls += u->functions[i].calls * calls_in(&u->functions[i], f);
    }
  f->inlined_calls = fmin(calls, f->calls);
  f->calls -= f->inlined_calls;
}

bool pme__count_inlined(pme__units *units) {
  bool *is_known = PME_ARENA_NEW(units->arena, bool, units->function_count + 1);
  for (int i = 0; is_known && i < units->function_count; i++) {
    count_calls(units, &units->functions[i], is_known);
    units->inlined_count += units->functions[i].inlined_calls > 0;
  }
  return is_known != NULL;
}

bool pme__is_counted_elsewhere(const pme__units *units, const pme__function *f, const json_t *loop) {
  if (f->calls > 0 || f->inlined_calls <= 0)
    return false;
  for (int i = 0; i < units->function_count; i++)
    if (is_inlined_in(f, &units->functions[i]) && executions_in(&units->functions[i], loop) > 0)
      return true;
  return false;
}
