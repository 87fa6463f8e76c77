/* The simulator at its limits: budgets, memory, bad arguments, and parts that are not modelled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/unit/simulator/simulated.h"

/* ---- limits and faults ---- */

static const struct {
  const char *name, *body;
} endless[] = {
    {"a row", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nread A @ 0\nend\n"},
    {"a team", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000 parallel threads 3\nread A @ 0\nend\n"},
    {"dynamic", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000 parallel schedule dynamic 7 threads 3\n"
                "loop j = 0 .. 1\nread A @ 8*j\nend\nend\n"},
    {"guided", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000 parallel schedule guided threads 3\n"
               "read A @ 0\nend\n"},
    {"huge chunks", "array A element 8 base 0\n"
                    "loop i = 0 .. 1000000000000000000 parallel schedule static 900000000000000000 threads 16\n"
                    "read A @ 0\nend\n"},
    {"a guard that never holds", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nif -1 - i\n"
                                 "read A @ 0\nend\nend\n"},
    {"inner loops that never run", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nloop j = 1 .. 0\n"
                                   "read A @ 0\nend\nend\n"},
    {"collapse", "array A element 8 base 0\nloop i = 0 .. 1000000000 parallel collapse 2 threads 2\n"
                 "loop j = 0 .. 1000000000\nread A @ 0\nend\nend\n"},
    {"triangular collapse", "array A element 8 base 0\nloop i = 0 .. 1000000000000 parallel collapse 2 threads 2\n"
                            "loop j = 0 .. i\nread A @ 0\nend\nend\n"},
    {"empty triangular collapse", "array A element 8 base 0\n"
                                  "loop i = 0 .. 1000000000000 parallel collapse 2 threads 2\n"
                                  "loop j = i + 1 .. i\nread A @ 0\nend\nend\n"},
    {"wide accesses", "array A element 8 base 0\nloop i = 0 .. 1000000\nread A @ 0 size 1000000\nend\n"},
    {"barriers only", "array A element 8 base 0\nregion threads 2\nloop i = 0 .. 1000000000000000000\n"
                      "loop j = 1 .. 0 parallel\nread A @ 0\nend\nend\nend\n"},
    {"regions only", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nregion threads 2\n"
                     "if -1\nread A @ 0\nend\nend\nend\n"},
};

static void test_budget(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(endless); i++) {
    for (int order = 0; order <= PME_INTERLEAVE_DRIFT; order++) {
      simulated s;
      pme_simulate_options options = {.max_accesses = 100000, .interleave = (pme_simulate_interleave)order};
      simulate(&s, endless[i].body, "cores=16;L1=1K,2,64", &options);
      if (s.status != PME_OVER_BUDGET || !strstr(s.error.message, "limit of 100000"))
        fail_msg("%s: status %d, %s", endless[i].name, s.status, s.error.message);
      forget(&s);
    }
  }
}

static void test_budget_is_sharp(void **state) {
  (void)state;
  const char *body = "array A element 8 base 0\nloop i = 0 .. 99\nread A @ 0\nend\n";
  simulated s;
  simulate(&s, body, ROOMY, &(pme_simulate_options){.max_accesses = 100});
  assert_int_equal(s.status, PME_OK);
  forget(&s);
  simulate(&s, body, ROOMY, &(pme_simulate_options){.max_accesses = 99});
  assert_int_equal(s.status, PME_OVER_BUDGET);
  forget(&s);
}

static void test_memory_limit(void **state) {
  (void)state;
  simulated s;
  pme_simulate_options options = {.max_memory_bytes = 8 << 20};
  simulate(&s, "array A element 8 base 0\nloop i = 0 .. 99999999\nread A @ 1048576*i\nend\n", ROOMY, &options);
  assert_int_equal(s.status, PME_OVER_BUDGET);
  assert_non_null(strstr(s.error.message, "memory limit"));
  forget(&s);
  simulate(&s, "array A element 8 base 0\nread A @ 0\n", "cores=1;L1=1T,16,64", &options);
  assert_int_equal(s.status, PME_OVER_BUDGET);
  forget(&s);
}

static bool stop_at_once(void *context, uint64_t accesses) {
  *(uint64_t *)context = accesses;
  return false;
}

static void test_progress_can_stop(void **state) {
  (void)state;
  uint64_t reported = 0;
  simulated s;
  pme_simulate_options options = {.progress = stop_at_once, .progress_context = &reported};
  simulate(&s, "array A element 8 base 0\nloop i = 0 .. 99999999\nread A @ 0\nend\n", ROOMY, &options);
  assert_int_equal(s.status, PME_OVER_BUDGET);
  assert_true(reported > 0 && reported < 99999999);
  forget(&s);
}

static void test_bad_arguments(void **state) {
  (void)state;
  static const pme_simulate_options bad[] = {{.random_bases = -1},
                                             {.random_bases = PME_SIMULATE_MAX_DRAWS + 1},
                                             {.interleave = (pme_simulate_interleave)7},
                                             {.levels = (pme_simulate_levels)7}};
  for (size_t i = 0; i < COUNT(bad); i++) {
    simulated s;
    simulate(&s, "", ROOMY, &bad[i]);
    assert_int_equal(s.status, PME_BAD_ARGUMENT);
    forget(&s);
  }
  simulated s;
  simulate(&s, "", ROOMY, NULL); /* nothing to do is no fault */
  assert_int_equal(s.status, PME_OK);
  assert_true(s.prediction->levels[0].accesses == 0);
  forget(&s);
}

/* What is not modelled is left out; the rest is simulated. */
static void test_parts_that_are_not_modelled(void **state) {
  (void)state;
  simulated s;
  simulate(&s,
           "param n\narray A element 8 base 0\nloop i = 0 .. 3\nread A @ 64*i\nread A @ 8*n\nloop j = 0 .. n\n"
           "read A @ 0\nend\nend\n",
           ROOMY, NULL);
  assert_int_equal(s.status, PME_OK);
  assert_true(s.prediction->levels[0].accesses == 4);
  assert_false(s.prediction->references[1].modelled);
  assert_false(s.prediction->references[2].modelled);
  assert_int_equal(s.prediction->loops[0].status, PME_LOOP_PARTLY);
  forget(&s);
}

/* Every allocation fails once: an orderly answer each time. */
static void test_out_of_memory(void **state) {
  (void)state;
  const char *body = "array A element 8\narray B element 8 private\nregion threads 3\n"
                     "loop i = 0 .. 30 parallel collapse 2 schedule dynamic nowait\nloop j = 0 .. i\n"
                     "read A @ 4096*i + 64*(j / 2)\nwrite A @ 8*j\nread B @ 8*j\nend\nend\nend\n";
  pme_simulate_options options = {.coherence = true};
  simulated s;
  simulate(&s, body, "cores=4;L1=4K,4,64;L2=64K,full,64,shared=4", NULL);
  pme_status status = PME_NO_MEMORY;
  long n = 1;
  for (; status == PME_NO_MEMORY; n++) {
    assert_true(n < 10000);
    pme_arena *arena = pme_arena_create();
    pme_prediction *prediction;
    pme_error error = {0};
    pme_fail_allocation_after(n);
    status = pme_simulate(s.concrete, &s.machine, &options, arena, &prediction, &error);
    pme_fail_allocation_after(0);
    pme_arena_destroy(arena);
  }
  assert_int_equal(status, PME_OK);
  assert_true(n > 20);
  forget(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_budget),        cmocka_unit_test(test_budget_is_sharp),
      cmocka_unit_test(test_memory_limit),  cmocka_unit_test(test_progress_can_stop),
      cmocka_unit_test(test_bad_arguments), cmocka_unit_test(test_parts_that_are_not_modelled),
      cmocka_unit_test(test_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
