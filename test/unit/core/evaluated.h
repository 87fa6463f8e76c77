/* A program and a machine given as text, evaluated, and an empty prediction of them: shared by tests of the core and of the model. */
#ifndef PMECACHE_TEST_UNIT_CORE_EVALUATED_H
#define PMECACHE_TEST_UNIT_CORE_EVALUATED_H

#include "pmecache/arena.h"
#include "pmecache/prediction.h"

typedef struct evaluated {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *prediction;
} evaluated;

/* `body` without the first line of a program. `machine` NULL: one level, four cores, private. */
void evaluate(evaluated *e, const char *body, const char *machine);
void forget(evaluated *e);

#endif
