/* Which sizes are looked at where two digits will do. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "test/unit/by_size/asked.h"

static bool is_looked_at(const pme_by_size_loop *loop, int64_t size) {
  for (int i = 0; i < loop->point_count; i++)
    if (loop->points[i].size == size)
      return true;
  return false;
}

/* Of an array that is read one after the other the steps far above where it leaves the caches tell nothing. */
static void test_jump(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer =
      ask_roughly(&a,
                  "pme 1\nfunction f\nparam n\narray a element 8\nloop t = 0 .. 1\nloop i = 0 .. n - 1 parallel\n"
                  "read a @ 8*i\nend\nend\n",
                  0);
  assert_int_equal(answer->loop_count, 1);
  const pme_by_size_loop *loop = &answer->loops[0];
  assert_int_equal(loop->points[loop->point_count - 1].size, 1000000001);
  assert_false(is_looked_at(loop, 100000001));
  assert_true(is_looked_at(loop, 10000001));
  for (int level = 0; level < 3; level++) {
    const pme_size_law *last = &loop->laws[level][loop->law_count[level] - 1];
    assert_int_equal(last->exponent, 1);
    assert_int_equal(last->to, INT64_MAX);
    assert_true(fabs(last->coefficient - 0.25) < 0.01);
  }
  assert_true(loop->fits_up_to[2] > 500000 && loop->fits_up_to[2] < 2000000); /* 8 MiB are 1,048,576 elements */
  close_program(&a);
}

/* What takes more and more effort is climbed step by step, as far as that goes. */
static void test_no_jump(void **state) {
  (void)state;
  asked a;
  const pme_by_size *answer = ask_roughly(&a,
                                          "pme 1\nfunction f\nparam n\narray a element 8\narray b element 8\n"
                                          "loop i = 0 .. n - 1 parallel\nread a scattered 1 @ 8*i\nread b @ 8*i\n"
                                          "end\n",
                                          0);
  assert_int_equal(answer->loop_count, 1);
  assert_true(is_looked_at(&answer->loops[0], 1001));
  close_program(&a);
}

/* Small sizes of a body of thousands of accesses take what setting up a count of each takes, too. */
static void test_small_sizes_have_an_end(void **state) {
  (void)state;
  enum { ACCESSES = 2000 };
  static char text[ACCESSES * 32];
  asked a;
  int used =
      snprintf(text, sizeof text, "pme 1\nfunction f\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\n");
  for (int k = 0; k < ACCESSES; k++)
    used += snprintf(text + used, sizeof text - (size_t)used, "read a @ 8*i + %d\n", 8 * k);
  snprintf(text + used, sizeof text - (size_t)used, "end\n");
  const pme_by_size *answer = ask(&a, text, 600);
  assert_int_equal(answer->loop_count, 1);
  assert_true(answer->loops[0].point_count > 4);
  assert_in_range(answer->loops[0].small_count, 10, 40); /* 49 where only the counting was effort */
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_jump), cmocka_unit_test(test_no_jump),
                                     cmocka_unit_test(test_small_sizes_have_an_end)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
