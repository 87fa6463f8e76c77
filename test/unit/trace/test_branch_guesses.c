/* What a core would guess of branches: lengths of loops that repeat, and what data decide. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/base/random.h"
#include "analysis/trace/branch_guesses.h"
#include "pmecache/arena.h"

enum { MANY = 20000, LEARNED = 2000, HEAD = 1, BODY = 2, THEN = 3 };

typedef struct course {
  pme_arena *arena;
  pme__branch_guesses *guesses;
  int records, surprises;
} course;

static course begin(void) {
  course c = {.arena = pme_arena_create()};
  c.guesses = (pme__branch_guesses *)pme_arena_allocate(c.arena, 1, pme__branch_guesses_bytes());
  pme__branch_guesses_start(c.guesses);
  assert_non_null(c.guesses);
  return c;
}

/* Surprises count when there has been time to learn. */
static void pass(course *c, uint64_t what) {
  bool is_surprise = pme__branch_surprises(c->guesses, what);
  c->surprises += is_surprise && c->records++ >= LEARNED;
  c->records += !is_surprise;
}

static double end(course *c, int times) {
  pme_arena_destroy(c->arena);
  return (double)c->surprises / times;
}

static void a_loop_of_one_length_is_no_surprise(void **state) {
  (void)state;
  for (int length = 1; length <= 100; length = 3 * length + 1) {
    course c = begin();
    for (int i = 0; i < MANY; i++) {
      pass(&c, HEAD);
      for (int k = 0; k < length; k++)
        pass(&c, BODY);
    }
    assert_true(end(&c, MANY) < 0.01);
  }
}

static void lengths_that_take_turns_are_none(void **state) {
  (void)state;
  course c = begin();
  for (int i = 0; i < MANY; i++) {
    pass(&c, HEAD);
    for (int k = 0; k < 1 + i % 3; k++)
      pass(&c, BODY);
  }
  assert_true(end(&c, MANY) < 0.01);
}

static void a_loop_of_any_length_is_one_at_its_end(void **state) {
  (void)state;
  course c = begin();
  uint64_t random = 5;
  for (int i = 0; i < MANY; i++) {
    pass(&c, HEAD);
    for (int64_t k = 0, length = 1 + pme__random_below(&random, 24); k < length; k++)
      pass(&c, BODY);
  }
  double surprises = end(&c, MANY);
  assert_true(surprises > 0.75 && surprises < 1.1);
}

/* One of four in any order: a core guesses the three. One of two: half of the guesses are wrong. */
static void what_data_decide_is_one_as_often_as_the_rarer_way(void **state) {
  (void)state;
  for (int64_t ways = 2; ways <= 4; ways += 2) {
    course c = begin();
    uint64_t random = 7;
    for (int i = 0; i < MANY; i++) {
      pass(&c, HEAD);
      if (pme__random_below(&random, ways) == 0)
        pass(&c, THEN);
    }
    double surprises = end(&c, MANY), least = 1 / (double)ways;
    assert_true(surprises > 0.8 * least && surprises < 1.3 * least);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(a_loop_of_one_length_is_no_surprise),
                                     cmocka_unit_test(lengths_that_take_turns_are_none),
                                     cmocka_unit_test(a_loop_of_any_length_is_one_at_its_end),
                                     cmocka_unit_test(what_data_decide_is_one_as_often_as_the_rarer_way)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
