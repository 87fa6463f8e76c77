/* A program's prediction beside its simulation. For tests of the model. */
#ifndef PMECACHE_TEST_UNIT_MODEL_BOTH_ANSWERS_H
#define PMECACHE_TEST_UNIT_MODEL_BOTH_ANSWERS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"

typedef struct answers {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *predicted, *simulated;
} answers;

/* `body`: what stands behind the line of the function. For programs that are too long to simulate. */
static inline void ask_prediction(answers *a, const char *body, const char *machine,
                                  const pme_predict_options *options) {
  char text[2048];
  pme_error error = {0};
  *a = (answers){.arena = pme_arena_create()};
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", body);
  if (pme_program_read(text, strlen(text), &a->program, &error) ||
      pme_machine_read(machine, strlen(machine), &a->machine, &error))
    fail_msg("%d:%d: %s", error.line, error.column, error.message);
  assert_int_equal(pme_concrete_create(a->program, &(pme_what_if){0}, &a->concrete, &error), PME_OK);
  assert_int_equal(pme_predict(a->concrete, &a->machine, options, a->arena, &a->predicted, &error), PME_OK);
}

static inline void ask(answers *a, const char *body, const char *machine, const pme_predict_options *options) {
  pme_error error = {0};
  ask_prediction(a, body, machine, options);
  assert_int_equal(pme_simulate(a->concrete, &a->machine, NULL, a->arena, &a->simulated, &error), PME_OK);
}

static inline void forget(answers *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

#endif
