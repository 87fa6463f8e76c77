/* Effort is counted in about nanoseconds, whatever a program looks like: budgets of a compile rest on that. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "test/unit/walk/walked.h"

#if defined(__SANITIZE_ADDRESS__)
#define IS_SLOW true
#elif defined(__has_feature)
#define IS_SLOW (__has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer))
#else
#define IS_SLOW false
#endif

/* Processor time of a nanosecond of effort. */
static double time_of_effort(const char *program) {
  answer a = {.effort_ms = 40, .coherence = true};
  prepare(&a, program, "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4", 4);
  clock_t start = clock();
  predict(&a);
  double time = 1e9 * (double)(clock() - start) / CLOCKS_PER_SEC, work = 0;
  for (int l = 0; l < 3; l++)
    work += (double)a.statistics[l].work;
  assert_int_equal(a.status, PME_OK);
  release(&a);
  return time / work;
}

/* Collapsed loops whose rows end in the middle of chunks: where an access stands is found by summing rows one by one.
 * Beside a product of matrices, for computers differ in how long a nanosecond of effort takes; where rows were not
 * charged for, it was two to four times as long. */
static void test_uneven_chunks(void **state) {
  (void)state;
  enum { ROUNDS = 9 };
  static const char collapsed[] = "pme 1\narray a element 8\narray b element 4\n"
                                  "loop i = 1 .. 298 parallel schedule static collapse 3\n  loop j = 0 .. 99 step 3\n"
                                  "    loop k = -3 .. 299\n      write a @ 8*k\n      write b @ 1200 - 4*j\n"
                                  "    end\n  end\nend\n";
  static const char product[] = "pme 1\narray a element 8\narray b element 8\n"
                                "loop i = 0 .. 999 parallel schedule static\n  loop j = 0 .. 999\n"
                                "    loop k = 0 .. 999\n      read a @ 8008*i + 8*k\n      read b @ 8008*k + 8*j\n"
                                "    end\n  end\nend\n";
  double uneven = INFINITY, even = INFINITY; /* the least of rounds that take turns */
  for (int round = 0; round < ROUNDS; round++) {
    uneven = fmin(uneven, time_of_effort(collapsed));
    even = fmin(even, time_of_effort(product));
  }
  if (!IS_SLOW && uneven > 3 * even)
    fail_msg("a nanosecond of effort takes %.2f ns, beside %.2f ns of a product of matrices", uneven, even);
}

/* ---- accesses that no sample reached ---- */

enum { LARGE_LOOPS = 30, SMALL_EVERY = 6, SMALL_LOOPS = LARGE_LOOPS / SMALL_EVERY, SMALL_ACCESSES = 30 };

/* Loops over grids, ten neighbours in each, and beside some of them a small loop over three hundred elements. */
static void write_loops(char *text, size_t size) {
  static const int AT[] = {0, 4096, -4096, 64, -64, 1, -1, 4160, -4032, 4032};
  size_t n = (size_t)snprintf(text, size, "pme 1\narray a element 8 extents 262144\narray s element 8 extents 4096\n");
  for (int l = 0; l < LARGE_LOOPS; l++) {
    n += (size_t)snprintf(text + n, size - n,
                          "loop i = 1 .. 62 parallel schedule static\n loop j = 1 .. 62\n  loop k = 1 .. 62\n");
    for (size_t r = 0; r < sizeof AT / sizeof *AT; r++)
      n += (size_t)snprintf(text + n, size - n, "read a[4096*i + 64*j + k + %d]\n", AT[r]);
    n += (size_t)snprintf(text + n, size - n, "  end\n end\nend\n");
    if (l % SMALL_EVERY > 0)
      continue;
    n += (size_t)snprintf(text + n, size - n, "loop i = 0 .. 9 parallel schedule static\n");
    for (int r = 0; r < SMALL_ACCESSES; r++)
      n += (size_t)snprintf(text + n, size - n, "read s[i + %d]\n", 10 * r);
    n += (size_t)snprintf(text + n, size - n, "end\n");
  }
  assert_true(n < size);
}

/* Far too little effort for all accesses: those of small loops may be unlike the mean of all, and all to one side. They
 * miss 75 lines in L1, and were told to miss 440 in 300 accesses. */
static void test_unsampled_accesses(void **state) {
  (void)state;
  static char text[100000];
  write_loops(text, sizeof text);
  answer a = {.effort_ms = 20};
  prepare(&a, text, "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4", 2);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  int small = 0;
  for (int i = 0; i < a.prediction->loop_count; i++) {
    const pme_loop_prediction *loop = &a.prediction->loops[i];
    bool is_small = loop->levels[0].accesses == 10 * SMALL_ACCESSES;
    small += is_small;
    for (int l = 0; l < 3 && is_small; l++)
      assert_true(loop->levels[l].misses <= loop->levels[l].accesses);
    if (is_small && (loop->levels[0].low > 75 || loop->levels[0].high < 75))
      fail_msg("75 misses told to be %.0f .. %.0f", loop->levels[0].low, loop->levels[0].high);
  }
  assert_int_equal(small, SMALL_LOOPS);
  release(&a);
}

/* Whether a line of another thread stayed for lack of this loop is not told by any of its touches of the set: there are
 * two thousand million of them, and a walk back through all took a minute. */
static void test_endless_row(void **state) {
  (void)state;
  static const char program[] = "pme 1\narray a element 8 extents 200000\narray c element 1\n"
                                "loop i = 0 .. 199999 parallel schedule static\n  read a[i]\nend\n"
                                "loop k = 0 .. 999999999999999\n  read c @ k\nend\n"
                                "loop i = 0 .. 199999 parallel schedule static\n  read a[i]\nend\n";
  answer a = {.effort_ms = 40};
  prepare(&a, program, "cores=4;L1=32K,8,64;L2=256K,8,64;L3=8M,16,64,shared=4", 4);
  predict(&a);
  assert_int_equal(a.status, PME_OK);
  for (int l = 0; l < 3; l++)
    assert_true((double)a.statistics[l].work < 4e8);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_uneven_chunks), cmocka_unit_test(test_unsampled_accesses),
                                     cmocka_unit_test(test_endless_row)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
