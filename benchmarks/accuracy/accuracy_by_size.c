/* Predictions as functions of a size against predictions at that size: one line for each loop, level and size.
 *
 *     accuracy_by_size MACHINE THREADS COUNT SEED P.pme...
 *
 * COUNT sizes are drawn from the four decades from 10 on, evenly by their logarithms. Printed are, separated by tabs:
 * program, node of the loop, level, size, accesses and misses by size, accesses, misses, low and high of the prediction
 * at that size; and for each program a line "time", milliseconds of processor time, sizes looked at. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "analysis/base/random.h"
#include "analysis/core/tree.h"
#include "pmecache/by_size.h"

enum { DECADES = 4, FIRST_SIZE = 10, MOST_SYMBOLS = 64 };

typedef struct judge {
  pme_machine machine;
  pme_what_if what_if;
  int count;
  uint64_t seed;
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
  pme_predict_options options = {.coherence = true};
  pme_prediction *prediction = NULL;
  pme_error error = {0};
  if (pme_concrete_create(program, what_if, concrete, &error) != PME_OK ||
      pme_predict(*concrete, &j->machine, &options, arena, &prediction, &error) != PME_OK)
    fail(pme_program_function(program), &error);
  return prediction;
}

/* The same values as of a point of the curves. */
static void judge_size(const judge *j, const char *path, const pme_program *program, const pme_by_size *curves,
                       int64_t size) {
  pme_binding bindings[MOST_SYMBOLS];
  pme_what_if what_if = j->what_if;
  pme_arena *arena = pme_arena_create();
  pme_concrete *concrete;
  what_if.bindings = bindings;
  const pme_by_size_loop *loop = curves->loops; /* programs with choices have one loop here */
  for (int i = 0; i < loop->taken_count; i++)
    bindings[what_if.binding_count++] = loop->taken[i];
  for (int i = 0; i < curves->symbol_count; i++)
    bindings[what_if.binding_count++] = (pme_binding){curves->symbols[i], size, NULL};
  compare(path, curves, predict(j, program, &what_if, arena, &concrete), size);
  pme_concrete_destroy(concrete);
  pme_arena_destroy(arena);
}

static void judge_sizes(const judge *j, const char *path, const pme_program *program, const pme_by_size *curves) {
  uint64_t state = j->seed;
  for (int i = 0; i < j->count; i++) {
    int64_t size = llround(FIRST_SIZE * pow(10, DECADES * pme__random_unit(&state)));
    if (size <= curves->most && curves->loop_count > 0 &&
        curves->loops->taken_count + curves->symbol_count <= MOST_SYMBOLS)
      judge_size(j, path, program, curves, size);
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
  pme_by_size_question question = {predict(j, program, &j->what_if, arena, &concrete), &j->what_if, 0, true};
  double start = milliseconds();
  if (pme_predict_by_size(&question, arena, &curves, &error) != PME_OK)
    fail(path, &error);
  printf("%s\ttime\t%.2f\t%d\t%d\n", path, milliseconds() - start, curves->look_count, curves->loop_count);
  judge_sizes(j, path, program, curves);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

int main(int count, char **arguments) {
  judge j = {.seed = 1};
  pme_error error = {0};
  if (count < 6)
    return fprintf(stderr, "usage: accuracy_by_size MACHINE THREADS COUNT SEED P.pme...\n"), 2;
  if (pme_machine_resolve(arguments[1], &j.machine, &error) != PME_OK)
    fail(arguments[1], &error);
  j.what_if.threads = atoi(arguments[2]);
  j.count = atoi(arguments[3]);
  j.seed = strtoull(arguments[4], NULL, 10);
  for (int i = 5; i < count; i++)
    judge_program(&j, arguments[i]);
  return 0;
}
