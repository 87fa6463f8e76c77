/* Effort is counted in about nanoseconds, whatever a program looks like: budgets of a compile rest on that. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_uneven_chunks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
