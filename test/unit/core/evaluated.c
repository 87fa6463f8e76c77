#include "test/unit/core/evaluated.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

void evaluate(evaluated *e, const char *body, const char *machine) {
  static char text[1 << 18];
  pme_error error = {0};
  machine = machine ? machine : "cores=4;L1=4K,4,64";
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", body);
  if (pme_program_read(text, strlen(text), &e->program, &error) ||
      pme_machine_read(machine, strlen(machine), &e->machine, &error) ||
      pme_concrete_create(e->program, NULL, &e->concrete, &error))
    fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
  e->arena = pme_arena_create();
  assert_non_null(e->arena);
  assert_int_equal(pme_prediction_create(e->concrete, &e->machine, e->arena, &e->prediction, &error), PME_OK);
}

void forget(evaluated *e) {
  pme_arena_destroy(e->arena);
  pme_concrete_destroy(e->concrete);
  pme_program_destroy(e->program);
}
