/* Predictions as functions of a size against predictions at that size: one line for each loop, level and size.
 *
 *     accuracy_by_size MACHINE THREADS COUNT SEED PRECISION P.pme...
 *
 * PRECISION: half-width that the predictions at single sizes aim at, as a share; 0: quick ones, as curves are made of.
 * With ":MS" behind it curves are those of remarks alone, of so much effort a function.
 * COUNT sizes are drawn from the four decades from 10 on, evenly by their logarithms. Printed are, separated by tabs:
 * program, node of the loop, level, size, accesses and misses by size, accesses, misses, low and high of the prediction
 * at that size; for each program a line "time", milliseconds of processor time, sizes looked at; and for each loop and
 * level a line "turn": the largest size at which what is used again stays in the level, by size, and as predictions at
 * single sizes have it (bisected to 1%). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/base/random.h"
#include "analysis/by_size/what_fits.h"
#include "analysis/core/tree.h"
#include "pmecache/by_size.h"

enum { PRECISE_MS = 2000 };
enum { DECADES = 4, FIRST_SIZE = 10, MOST_SYMBOLS = 64, LEAST_TURN = 20, MOST_TURN = 1000000 };

typedef struct judge {
  pme_machine machine;
  pme_what_if what_if;
  int count;
  uint64_t seed;
  double precision; /* of predictions at single sizes; 0: quick ones */
  double rough_ms;  /* of curves of remarks alone; 0: they are those of a document */
} judge;

static void fail(const char *path, const pme_error *error) {
  fprintf(stderr, "%s: %s\n", path, error->message);
  exit(1);
}

static double milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return 1e3 * (double)now.tv_sec + 1e-6 * (double)now.tv_nsec;
}

static void compare(const char *path, const pme_by_size *curves, const pme_prediction *truth, int64_t size) {
  for (int i = 0; i < curves->loop_count; i++) {
    const pme_by_size_loop *loop = &curves->loops[i];
    const pme_loop_prediction *row = pme__loop_row(truth, loop->node);
    for (int l = 0; row && row->status == PME_LOOP_MODELLED && l < truth->level_count; l++)
      printf("%s\t%d\t%s\t%lld\t%.8g\t%.8g\t%.8g\t%.8g\t%.8g\t%.8g\n", path, loop->node, truth->level_info[l].name,
             (long long)size, pme_by_size_misses(loop, -1, (double)size), pme_by_size_misses(loop, l, (double)size),
             row->levels[l].accesses, row->levels[l].misses, row->levels[l].low, row->levels[l].high);
  }
}

static pme_prediction *predict(const judge *j, const pme_program *program, const pme_what_if *what_if, pme_arena *arena,
                               pme_concrete **concrete) {
  double precision = j->precision;
  pme_predict_options options = {.coherence = true,
                                 .precision = precision,
                                 .precision_of_accesses = precision > 0 ? 1e-6 : 0,
                                 .budget_ms = precision > 0 ? PRECISE_MS : 0};
  pme_prediction *prediction = NULL;
  pme_error error = {0};
  if (pme_concrete_create(program, what_if, concrete, &error) != PME_OK ||
      pme_predict(*concrete, &j->machine, &options, arena, &prediction, &error) != PME_OK)
    fail(pme_program_function(program), &error);
  return prediction;
}

/* A prediction with the same values as of a point of the curves. */
static pme_prediction *predict_at(const judge *j, const pme_program *program, const pme_by_size *curves, int64_t size,
                                  pme_arena *arena, pme_concrete **concrete) {
  pme_binding bindings[MOST_SYMBOLS];
  pme_what_if what_if = j->what_if;
  what_if.bindings = bindings;
  for (int i = 0; i < curves->taken_count; i++)
    bindings[what_if.binding_count++] = curves->taken[i];
  for (int i = 0; i < curves->symbol_count; i++)
    bindings[what_if.binding_count++] =
        (pme_binding){curves->symbols[i], pme_size_form_value(curves->forms[i], size), NULL};
  return predict(j, program, &what_if, arena, concrete);
}

static void judge_sizes(const judge *j, const char *path, const pme_program *program, const pme_by_size *curves) {
  uint64_t state = j->seed;
  for (int i = 0; i < j->count; i++) {
    int64_t size = llround(FIRST_SIZE * pow(10, DECADES * pme__random_unit(&state)));
    if (size > curves->most)
      continue;
    pme_arena *arena = pme_arena_create();
    pme_concrete *concrete;
    compare(path, curves, predict_at(j, program, curves, size, arena, &concrete), size);
    pme_concrete_destroy(concrete);
    pme_arena_destroy(arena);
  }
}

/* ---- turning points ---- */

typedef struct turn {
  const pme_by_size_loop *loop;
  int level;
} turn;

static bool fits_at(const judge *j, const pme_program *program, const pme_by_size *curves, const turn *t, double size) {
  pme_arena *arena = pme_arena_create();
  pme_concrete *concrete;
  int64_t odd = llround(size) | 1; /* as the sizes that curves are made of */
  pme_prediction *prediction = predict_at(j, program, curves, odd, arena, &concrete);
  const pme_loop_prediction *row = pme__loop_row(prediction, t->loop->node);
  bool fits = row && pme__fits(&row->levels[t->level]);
  pme_concrete_destroy(concrete);
  pme_arena_destroy(arena);
  return fits;
}

/* From where the curve turns: outwards to sizes of both kinds, then in between. 0: there are none near. */
static double found_turn(const judge *j, const pme_program *program, const pme_by_size *curves, const turn *t) {
  static const double step = 1.2, enough = 1.01, far = 20;
  double said = (double)t->loop->fits_up_to[t->level], low = said, high = said;
  bool fits = fits_at(j, program, curves, t, said);
  while (fits && high < far * said && fits_at(j, program, curves, t, high * step))
    high *= step;
  while (!fits && low > said / far && !fits_at(j, program, curves, t, low / step))
    low /= step;
  if (high >= far * said || low <= said / far)
    return 0;
  low = fits ? high : low / step;
  high = low * step;
  while (high > enough * low && high > low + 2) {
    double middle = sqrt(low * high);
    if (fits_at(j, program, curves, t, middle))
      low = middle;
    else
      high = middle;
  }
  return sqrt(low * high);
}

static void judge_turns(const judge *j, const char *path, const pme_program *program, const pme_by_size *curves) {
  for (int i = 0; i < curves->loop_count; i++)
    for (int level = 0; level < curves->prediction->level_count; level++) {
      turn t = {&curves->loops[i], level};
      int64_t said = t.loop->fits_up_to[level];
      if (said >= LEAST_TURN && said < MOST_TURN)
        printf("%s\tturn\t%d\t%s\t%lld\t%.6g\n", path, t.loop->node, curves->prediction->level_info[level].name,
               (long long)said, found_turn(j, program, curves, &t));
    }
}

static void judge_program(const judge *j, const char *path) {
  pme_program *program;
  pme_concrete *concrete;
  pme_error error = {0};
  pme_arena *arena = pme_arena_create();
  if (pme_program_read_file(path, &program, &error) != PME_OK)
    fail(path, &error);
  const pme_by_size *curves;
  pme_by_size_question question = {.prediction = predict(j, program, &j->what_if, arena, &concrete),
                                   .what_if = &j->what_if,
                                   .coherence = true,
                                   .rough = j->rough_ms > 0,
                                   .rough_ms = j->rough_ms};
  double start = milliseconds();
  if (pme_predict_by_size(&question, arena, &curves, &error) != PME_OK)
    fail(path, &error);
  printf("%s\ttime\t%.2f\t%d\t%d\n", path, milliseconds() - start, curves->look_count, curves->loop_count);
  if (curves->taken_count + curves->symbol_count <= MOST_SYMBOLS) {
    judge_sizes(j, path, program, curves);
    judge_turns(j, path, program, curves);
  }
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

int main(int count, char **arguments) {
  judge j = {.seed = 1};
  pme_error error = {0};
  if (count < 7)
    return fprintf(stderr, "usage: accuracy_by_size MACHINE THREADS COUNT SEED PRECISION P.pme...\n"), 2;
  if (pme_machine_resolve(arguments[1], &j.machine, &error) != PME_OK)
    fail(arguments[1], &error);
  j.what_if.threads = atoi(arguments[2]);
  j.count = atoi(arguments[3]);
  j.seed = strtoull(arguments[4], NULL, 10);
  char *rest;
  j.precision = strtod(arguments[5], &rest);
  j.rough_ms = *rest == ':' ? strtod(rest + 1, NULL) : 0;
  for (int i = 6; i < count; i++)
    judge_program(&j, arguments[i]);
  return 0;
}
