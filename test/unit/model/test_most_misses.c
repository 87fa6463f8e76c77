/* Upper ends of intervals: no more than accesses can miss. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/first_touches/most_misses.h"
#include "pmecache/arena.h"

/* 100 accesses each: in one line; across two, as it lies; across two or three. */
static const char three[] = "pme 1\narray a element 8 base 64\narray b element 8 base 65536\narray c element 96\n"
                            "loop i = 0 .. 99 parallel threads 2\nread a @ 8*i\nread b @ 12*i\nread c @ 96*i\nend\n";
static const double most[] = {100, 200, 300};

typedef struct answer {
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_arena *arena;
  pme_prediction *prediction;
} answer;

static answer predict(void) {
  static const char machine[] = "cores=2;L1=32K,8,64;L2=256K,8,64";
  answer a = {.arena = pme_arena_create()};
  assert_non_null(a.arena);
  assert_int_equal(pme_program_read(three, strlen(three), &a.program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &a.machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(a.program, NULL, &a.concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(a.concrete, &a.machine, NULL, a.arena, &a.prediction, NULL), PME_OK);
  return a;
}

static void release(answer *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

static void reach(answer *a, double high) {
  for (int l = 0; l < 2; l++) {
    a->prediction->levels[l].high = a->prediction->loops[0].levels[l].high = high;
    for (int r = 0; r < 3; r++)
      a->prediction->references[r].levels[l].high = high;
  }
}

static void test_caps(void **state) {
  (void)state;
  answer a = predict();
  reach(&a, 1e9);
  pme__cap_intervals(a.prediction);
  for (int l = 0; l < 2; l++) {
    for (int r = 0; r < 3; r++)
      assert_true(a.prediction->references[r].levels[l].high == most[r]);
    assert_true(a.prediction->loops[0].levels[l].high == 600);
    assert_true(a.prediction->levels[l].high == 600);
  }
  release(&a);
}

/* An end that is possible stays, and a number is never outside of its own interval. */
static void test_keeps(void **state) {
  (void)state;
  answer a = predict();
  reach(&a, 90);
  a.prediction->references[0].levels[0].misses = a.prediction->references[0].levels[0].high = 120;
  pme__cap_intervals(a.prediction);
  assert_true(a.prediction->references[1].levels[0].high == 90);
  assert_true(a.prediction->references[0].levels[0].high == 120);
  release(&a);
}

/* What a level that is asked for others' misses is asked for is known as well as these. */
static void test_all_accesses_count(void **state) {
  (void)state;
  answer a = predict();
  reach(&a, 90);
  a.prediction->references[0].levels[1].accesses = a.prediction->references[0].levels[1].misses = 10;
  pme__cap_intervals(a.prediction);
  assert_true(a.prediction->references[0].levels[1].high == 90);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_caps),
      cmocka_unit_test(test_keeps),
      cmocka_unit_test(test_all_accesses_count),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
