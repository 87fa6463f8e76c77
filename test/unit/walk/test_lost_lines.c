/* Lines that writes of other threads take: what they spare, and how closely they have to be known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "test/unit/walk/walked.h"

/* A sweep in blocks, then one in chunks that writes: what each thread wrote is taken from the other one, which never
 * comes back to it. The ways that this empties spare 1 in 18 of the second sweep's misses. */
static void test_lines_that_are_taken_for_good_empty_ways(void **state) {
  (void)state;
  static const char sweeps[] = "pme 1\narray y element 8 extents 300000 base 16\n"
                               "loop i = 0 .. 299999 parallel schedule static threads 2\n  read y[i]\nend\n"
                               "loop i = 0 .. 299999 parallel schedule static 37500 threads 2\n"
                               "  read y[i]\n  write y[i]\nend\n";
  const double simulated = 68048;
  answer a = {.effort_ms = 100, .coherence = true};
  prepare(&a, sweeps, "cores=2;L2=1M,8,64", 2);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  assert_true(fabs(a.prediction->levels[0].misses - simulated) < 0.01 * simulated);
  release(&a);
}

/* Records that neighbours share lines of, each read once more after it is written: the write that takes a line from the
 * other thread stands behind that read. Of what thread 1 touches only lines of its own stay, and fit into the cache. */
static void test_writes_behind_reads_empty_ways(void **state) {
  (void)state;
  static const char records[] = "pme 1\narray r element 4 extents 750000 base 16\nloop p = 0 .. 3\n"
                                "loop i = 0 .. 149999 parallel schedule static 4 threads 2\n  read r @ 20*i + 12\n"
                                "  read r @ 20*i\n  write r @ 20*i\n  read r @ 20*i\nend\nend\n";
  const double simulated = 271872;
  answer a = {.effort_ms = 100, .coherence = true};
  prepare(&a, records, "cores=2;L2=1M,8,64", 2);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  const pme_misses *level = &a.prediction->levels[0];
  assert_true(fabs(level->misses - simulated) < 0.05 * simulated);
  assert_true(level->low <= simulated && simulated <= level->high);
  release(&a);
}

/* What neighbours lose to each other at the ends of their blocks, a line or two, needs not be known to 2% either. */
static void test_few_lost_lines_are_enough(void **state) {
  (void)state;
  double effort[2];
  for (int i = 0; i < 2; i++) {
    answer a = {.effort_ms = 40, .target_misses = 5 * i, .coherence = true};
    prepare(&a,
            "pme 1\narray x element 4 extents 1000 align 16\nloop i = 0 .. 999\n  write x @ 4*i\nend\n"
            "loop i = 0 .. 998 parallel schedule static\n  read x @ 4*i + 4\n  write x @ 4*i\nend\nread x @ 2000\n",
            "cores=4;L1=32K,8,64;L2=256K,8,64", 4);
    predict(&a);
    assert_int_equal(a.status, PME_OK);
    effort[i] = a.prediction->effort;
    release(&a);
  }
  assert_true(effort[1] > 0 && effort[1] < effort[0] / 2);
}

/* The last chunks of a guided schedule have few rows, shorter than lines, and are done side by side: 24 of 1,000 rows lose
 * nearly all that is lost. Guards let each of them do a part twice, so that finding where the others are takes counting. */
static void test_short_chunks_lose_lines(void **state) {
  (void)state;
  static const char rows[] = "pme 1\narray f element 8 extents 3000 base 16\n"
                             "loop k = 0 .. 999 parallel schedule guided\nloop j = 0 .. 999\n"
                             "if j - k - 1\nloop i = 0 .. 2\nread f @ 24*k + 8*i\nwrite f @ 24*k + 8*i\nend\nend\n"
                             "if k - j - 1\nloop i = 0 .. 2\nread f @ 24*k + 8*i\nwrite f @ 24*k + 8*i\nend\nend\n"
                             "end\nend\n";
  const double simulated = 16370;
  answer a = {.effort_ms = 100, .coherence = true};
  prepare(&a, rows, "cores=4;L1=32K,8,64", 4);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  const pme_misses *level = &a.prediction->levels[0];
  assert_true(level->low <= simulated && simulated <= level->high);
  assert_true(level->misses > simulated / 2 && level->misses < 2 * simulated);
  release(&a);
}

/* Rows that neighbours write at the same time, and of which nobody knows where in a line they begin: of 80 accesses to a
 * row the first one, and the first to its last line, lose theirs. Samples of whole ends may all miss them. */
static void test_first_accesses_of_rows_lose_lines(void **state) {
  (void)state;
  const double simulated = 5590;                           /* the mean of 40 placements */
  for (int extents = 4200; extents < 4264; extents += 8) { /* other samples */
    char text[512];
    snprintf(text, sizeof text,
             "pme 1\narray A element 4 extents %d\narray C element 4 extents 4800\n"
             "loop i = 0 .. 59 parallel schedule static 1\n  loop k = 0 .. 69\n    read A @ 240*k + 4*i\n"
             "    loop j = 0 .. 79\n      read C @ 320*i + 4*j\n      write C @ 320*i + 4*j\n    end\n  end\nend\n",
             extents);
    answer a = {.effort_ms = 20, .coherence = true};
    prepare(&a, text, "cores=4;L2=256K,8,64", 4);
    predict(&a);
    assert_int_equal(a.status, PME_OK);
    const pme_misses *level = &a.prediction->levels[0];
    assert_true(level->coherence > simulated / 2 && level->coherence < 1.5 * simulated);
    assert_true(level->high - level->misses > simulated / 4); /* a run has one placement */
    release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines_that_are_taken_for_good_empty_ways),
      cmocka_unit_test(test_writes_behind_reads_empty_ways),
      cmocka_unit_test(test_few_lost_lines_are_enough),
      cmocka_unit_test(test_short_chunks_lose_lines),
      cmocka_unit_test(test_first_accesses_of_rows_lose_lines),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
