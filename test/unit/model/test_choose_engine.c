/* Two engines, one answer: few misses beside very many accesses, and lines lost to writes of others. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "pmecache/arena.h"
#include "pmecache/prediction.h"

static const char machine_text[] = "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4";

/* Predicts with four threads; level 1 of the function. */
static pme_misses misses_of_l1(const char *text, double budget_ms) {
  static const pme_what_if team = {.threads = 4};
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_prediction *prediction;
  pme_arena *arena = pme_arena_create();
  pme_predict_options options = {.budget_ms = budget_ms, .coherence = true};
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, &team, &concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(concrete, &machine, &options, arena, &prediction, NULL), PME_OK);
  pme_misses l1 = prediction->levels[0];
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
  return l1;
}

/* Each of four caches holds the 155 lines: 620 first touches among 947 million accesses, of which no sample is one. */
static void test_few_misses(void **state) {
  (void)state;
  pme_misses l1 = misses_of_l1("pme 1\narray A element 8 extents 1241 align 64\n"
                               "loop i = 0 .. 1236 parallel schedule static\n  loop j = 0 .. 1236\n"
                               "    loop k = j .. 1236\n      read A[k]\n    end\n  end\nend\n",
                               0);
  assert_true(fabs(l1.misses - 620) <= 0.1 * 620);
  assert_true(l1.low <= 620 && l1.high >= 620);
}

/* Four threads write to each line; how often they lose it is an estimate, whatever the equations say of the rest. */
static void test_lost_lines(void **state) {
  (void)state;
  pme_misses l1 = misses_of_l1("pme 1\narray A element 4 extents 1241 align 16\n"
                               "loop i = 0 .. 1236 parallel schedule static 4\n  loop j = 0 .. 1236\n"
                               "    loop k = 0 .. 1236\n      write A[i + 2]\n      write A[i + 2]\n"
                               "      read A[i + 2]\n      write A[i + 2]\n    end\n  end\nend\n",
                               1.15);
  assert_true(l1.coherence > 0.9 * l1.misses);
  assert_true(l1.high - l1.low > 0.02 * l1.misses);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_few_misses), cmocka_unit_test(test_lost_lines)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
