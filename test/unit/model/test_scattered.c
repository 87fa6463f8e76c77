/* Bounds of a loop with places that data choose: whether they are an answer, and what is said where they are none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/core/as_compiled.h"
#include "analysis/model/scattered.h"
#include "test/unit/core/evaluated.h"

/* A table that is looked up. */
static const char lookup[] = "array from element 4\narray types element 4\n"
                             "loop i = 0 .. 999 parallel threads 4\n  reason indirect-subscript \"from\"\n"
                             "  read from @ 4*i\n  read types scattered 1 @ 0\nend\n";

typedef struct bounds {
  evaluated of;
  pme_concrete *concrete; /* with such places */
  pme_prediction *with;
} bounds;

/* The most that there may be, and what samples say of it, of each access. */
static void ask(bounds *b, double misses, double high) {
  evaluate(&b->of, lookup, NULL);
  assert_int_equal(pme__concrete_with_scattered(b->of.concrete, &b->concrete), PME_OK);
  assert_int_equal(pme_predict(b->of.concrete, &b->of.machine, NULL, b->of.arena, &b->of.prediction, NULL), PME_OK);
  b->of.prediction->loops[0].status = PME_LOOP_PARTLY;
  b->of.prediction->references[1].modelled = false;
  assert_int_equal(pme_predict(b->concrete, &b->of.machine, NULL, b->of.arena, &b->with, NULL), PME_OK);
  pme_misses *all = &b->with->loops[0].levels[0];
  all->misses = misses * all->accesses;
  all->high = high * all->accesses;
  b->of.prediction->reason_count = 0;
  assert_int_equal(pme__take_scattered(b->with, b->of.arena, b->of.prediction), PME_OK);
}

static void release(bounds *b) {
  pme_concrete_destroy(b->concrete);
  forget(&b->of);
}

static bool is_short(const bounds *b) {
  const pme_prediction *p = b->of.prediction;
  return p->reason_count > 0 && p->reasons[p->reason_count - 1].code == PME_REASON_OVER_BUDGET;
}

static void expect(double misses, double high, pme_loop_status status, bool is_said_short) {
  bounds b;
  ask(&b, misses, high);
  assert_int_equal(b.of.prediction->loops[0].status, status);
  assert_int_equal(is_short(&b), is_said_short);
  release(&b);
}

static void test_near(void **state) {
  (void)state;
  expect(0.5, 0.6, PME_LOOP_MODELLED, false);
}

/* More effort may bring them nearer. */
static void test_short(void **state) {
  (void)state;
  expect(0.5, 1, PME_LOOP_PARTLY, true);
}

static void test_far(void **state) {
  (void)state;
  expect(0.95, 1, PME_LOOP_PARTLY, false);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_near), cmocka_unit_test(test_short),
                                     cmocka_unit_test(test_far)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
