#include "test/unit/simulator/simulated.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"

void simulate(simulated *s, const char *body, const char *machine, const pme_simulate_options *options) {
  static char text[8192];
  *s = (simulated){.status = PME_OK};
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", body);
  if (pme_program_read(text, strlen(text), &s->program, &s->error) != PME_OK ||
      pme_machine_read(machine, strlen(machine), &s->machine, &s->error) != PME_OK)
    fail_msg("%d:%d: %s\n%s", s->error.line, s->error.column, s->error.message, text);
  assert_int_equal(pme_concrete_create(s->program, &(pme_what_if){0}, &s->concrete, &s->error), PME_OK);
  s->arena = pme_arena_create();
  s->status = pme_simulate(s->concrete, &s->machine, options, s->arena, &s->prediction, &s->error);
}

void forget(simulated *s) {
  pme_arena_destroy(s->arena);
  pme_concrete_destroy(s->concrete);
  pme_program_destroy(s->program);
}
