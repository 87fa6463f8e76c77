#include "test/unit/report/example_prediction.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"

const char example[] = "pme 1\n"
                       "function mm file \"src/mm.c\" line 5\n"
                       "param n = 1000\n"
                       "param m\n"
                       "array a element 8 extents n n\n"
                       "array c element 8 extents n n\n"
                       "loop t = 0 .. 1 at 7:3\n"
                       "  loop i = 0 .. n - 1 parallel schedule static 4 threads 4 at 8:1\n"
                       "    loop k = 0 .. n - 1 at 10:7\n"
                       "      read c[k, i] at 11:34\n"
                       "      write a[i, k] at 11:17\n"
                       "    end\n"
                       "    reason indirect-subscript at 12:9 \"'idx' loaded at line 12\"\n"
                       "  end\n"
                       "  loop j = 0 .. m parallel at 20:1\n"
                       "    read a[0, j] at 21:5\n"
                       "  end\n"
                       "end\n"
                       "assume no-alias \"a and c do not overlap\"\n";

pme_misses misses_of(double accesses, double cold, double self, double others) {
  double misses = cold + self + others;
  return (pme_misses){.accesses = accesses,
                      .misses = misses,
                      .cold = cold,
                      .self = self,
                      .other_threads = others,
                      .low = misses,
                      .high = misses,
                      .precision = PME_PRECISION_EXACT,
                      .engine = PME_ENGINE_WALK};
}

void fill(pme_prediction *prediction) {
  pme_reference_prediction *read = &prediction->references[0], *write = &prediction->references[1];
  read->levels[0] = misses_of(2e6, 125e3, 1.6e6, 0);
  read->levels[1] = misses_of(2e6, 125e3, 125e3, 0);
  read->levels[2] = misses_of(2e6, 125e3, 0, 200e3);
  read->levels[2].precision = PME_PRECISION_ESTIMATE;
  read->levels[2].low = 3e5;
  read->levels[2].high = 3.5e5;
  write->levels[0] = misses_of(2e6, 250e3, 0, 0);
  write->levels[1] = misses_of(2e6, 125e3, 0, 0);
  write->levels[2] = misses_of(2e6, 5e3, 0, 0);
  prediction->loops[0].trip_count = 2;
  prediction->loops[0].executions = 1;
  prediction->loops[1].trip_count = 1000;
  prediction->loops[1].executions = 2;
  pme_prediction_sum(prediction);
}

pme_machine corei7;

fixture make(const char *text) {
  fixture f = {0};
  pme_error error = {0};
  if (pme_program_read(text, strlen(text), &f.program, &error))
    fail_msg("%d:%d: %s", error.line, error.column, error.message);
  static const char machine[] = "name=corei7;cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4";
  assert_int_equal(pme_machine_read(machine, sizeof machine - 1, &corei7, &error), PME_OK);
  assert_int_equal(pme_concrete_create(f.program, NULL, &f.concrete, &error), PME_OK);
  f.arena = pme_arena_create();
  assert_int_equal(pme_prediction_create(f.concrete, &corei7, f.arena, &f.prediction, &error), PME_OK);
  return f;
}

void drop(fixture *f) {
  pme_arena_destroy(f->arena);
  pme_concrete_destroy(f->concrete);
  pme_program_destroy(f->program);
}
