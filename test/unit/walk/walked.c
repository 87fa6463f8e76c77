#include "test/unit/walk/walked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

void prepare(answer *a, const char *text, const char *machine, int threads) {
  pme_error error = {0};
  pme_what_if what_if = {.threads = threads};
  if (pme_program_read(text, strlen(text), &a->program, &error) != PME_OK)
    fail_msg("%d:%d %s", error.line, error.column, error.message);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &a->machine, &error), PME_OK);
  assert_int_equal(pme_concrete_create(a->program, &what_if, &a->concrete, &error), PME_OK);
  a->arena = pme_arena_create();
  assert_non_null(a->arena);
  assert_int_equal(pme_prediction_create(a->concrete, &a->machine, a->arena, &a->prediction, &error), PME_OK);
}

void predict(answer *a) {
  pme__walk_options options = {.effort_nanoseconds = a->effort_ms * 1e6,
                               .target_misses = a->target_misses,
                               .coherence = a->coherence,
                               .statistics = a->statistics};
  pme_error error = {0};
  a->status = pme__walk_predict(a->concrete, &a->machine, &options, a->arena, a->prediction, &error);
  if (a->status == PME_OK)
    pme_prediction_sum(a->prediction);
}

void release(answer *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}
