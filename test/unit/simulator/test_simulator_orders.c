/* The simulator where arrays stand anywhere and threads advance in other orders than in lock step. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/unit/simulator/simulated.h"

/* ---- bases ---- */

/* One set of one line each for two lines: A and B meet in half of the placements, but never as members of one group
 * that stand one line apart. */
static void test_random_bases(void **state) {
  (void)state;
  const char *body = "loop t = 0 .. 9\nread A @ 0\nread B @ 0\nend\n", *machine = "cores=1;L1=128,1,64";
  char text[256];
  pme_simulate_options options = {.random_bases = 400, .seed = 5};
  simulated s, again;
  snprintf(text, sizeof text, "array A element 8 align 64\narray B element 8 align 64\n%s", body);
  simulate(&s, text, machine, &options);
  simulate(&again, text, machine, &options);
  const pme_misses *m = &s.prediction->levels[0];
  assert_true(m->misses == again.prediction->levels[0].misses); /* equal seeds, equal results */
  assert_true(m->accesses == 20 && m->cold == 2);
  assert_int_equal(m->precision, PME_PRECISION_ESTIMATE);
  assert_true(m->low <= 11 && 11 <= m->high && m->high - m->low < 4); /* the mean of 2 and 20 */
  assert_int_equal(s.prediction->assumption_count, 1);
  forget(&s);
  forget(&again);

  snprintf(text, sizeof text, "array A element 8 align 64 group 1 base 0\narray B element 8 group 1 base 64\n%s", body);
  simulate(&s, text, machine, &options);
  assert_true(s.prediction->levels[0].misses == 2 && s.prediction->levels[0].high == 2);
  forget(&s);

  snprintf(text, sizeof text, "array A element 8 base 0\narray B element 8 base 128\n%s", body); /* given: no draw */
  simulate(&s, text, machine, &options);
  assert_true(s.prediction->levels[0].misses == 20 && s.prediction->levels[0].low == 20);
  assert_int_equal(s.prediction->assumption_count, 0);
  forget(&s);
}

/* A draw never makes an element straddle: bases are multiples of the element's own alignment. */
static void test_random_bases_do_not_straddle(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array A element 8\nloop i = 0 .. 7\nread A @ 64*i\nend\n", ROOMY,
           &(pme_simulate_options){.random_bases = 100});
  assert_true(s.prediction->levels[0].misses == 8);
  forget(&s);
}

/* Arrays without bases follow each other: A takes 8 lines and reaches one line below, so B and A touch 9 + 8 lines. */
static void test_placed_bases_do_not_overlap(void **state) {
  (void)state;
  simulated s;
  simulate(
      &s,
      "array B element 8 extents 64\narray A element 8 extents 64\nloop i = 0 .. 63\nread B[i]\nread A @ 8*i - 64\n"
      "read A @ 8*i\nend\n",
      ROOMY, NULL);
  assert_true(s.prediction->levels[0].misses == 8 + 9);
  assert_int_equal(s.prediction->levels[0].precision, PME_PRECISION_EXACT);
  assert_int_equal(s.prediction->assumption_count, 1);
  forget(&s);
}

/* ---- other interleavings ---- */

/* Threads 25 lines apart; eight sets of one line. In lock step they never meet in a set, otherwise they do. */
static const char sweeps[] = "array A element 8 base 0\nloop t = 0 .. 3\n"
                             "loop i = 0 .. 99 parallel threads 4\n"
                             "loop j = 0 .. 7\nread A @ 64*i + 8*j\nend\nend\nend\n";

static void test_interleavings(void **state) {
  (void)state;
  const char *machine = "cores=4;L1=512,1,64,shared=4";
  double misses[3];
  for (int i = 0; i <= PME_INTERLEAVE_DRIFT; i++) {
    pme_simulate_options options = {.interleave = (pme_simulate_interleave)i, .seed = 11};
    simulated s, again;
    simulate(&s, sweeps, machine, &options);
    simulate(&again, sweeps, machine, &options);
    assert_int_equal(s.status, PME_OK);
    assert_true(s.prediction->levels[0].accesses == 4 * 100 * 8);
    assert_true(s.prediction->levels[0].cold == 100);
    assert_true(s.prediction->levels[0].misses == again.prediction->levels[0].misses);
    misses[i] = s.prediction->levels[0].misses;
    forget(&s);
    forget(&again);
  }
  assert_true(misses[0] == 400 && misses[1] > 500 && misses[2] > 400);
}

/* With one thread there is only one order; private caches that are large enough do not care. */
static void test_interleavings_of_one_thread(void **state) {
  (void)state;
  for (int i = 0; i <= PME_INTERLEAVE_DRIFT; i++) {
    pme_simulate_options options = {.interleave = (pme_simulate_interleave)i};
    simulated s;
    simulate(&s,
             "array A element 8 base 0\nregion threads 1\nloop t = 0 .. 1\nloop i = 0 .. 9 parallel\n"
             "read A @ 64*i\nend\nend\nend\n",
             "cores=1;L1=512,8,64", &options);
    assert_true(s.prediction->levels[0].misses == 20);
    forget(&s);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_random_bases),
      cmocka_unit_test(test_random_bases_do_not_straddle),
      cmocka_unit_test(test_placed_bases_do_not_overlap),
      cmocka_unit_test(test_interleavings),
      cmocka_unit_test(test_interleavings_of_one_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
