#include "test/unit/advise/asked.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/advice.h"
#include "pmecache/arena.h"

asked ask(const char *program, const char *machine, int threads, pme_advise_options options) {
  asked a = {.arena = pme_arena_create()};
  a.machine = PME_ARENA_NEW(a.arena, pme_machine, 1);
  pme_error error = {0};
  pme_prediction *prediction;
  pme_what_if what_if = {.threads = threads, .default_threads = 4};
  pme_predict_options predict = {.coherence = true};
  if (pme_program_read(program, strlen(program), &a.program, &error) ||
      pme_machine_resolve(machine, a.machine, &error) ||
      pme_concrete_create(a.program, &what_if, &a.concrete, &error) ||
      pme_predict(a.concrete, a.machine, &predict, a.arena, &prediction, &error) ||
      pme_advise(prediction, &what_if, &options, a.arena, &a.advice, &error))
    fail_msg("%s", error.message);
  return a;
}

void release(asked *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

const pme_loop_advice *only(const asked *a) {
  assert_int_equal(a->advice->loop_count, 1);
  return &a->advice->loops[0];
}
