/* What guards leave of the lines that an access touches, against counting by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/model/closed_form/guard_share.h"
#include "test/unit/core/evaluated.h"

/* Rows of 64 elements, eight lines each. */
#define NEST(guard)                                                                                                    \
  "array a element 8 extents 64 64 base 0\nloop i = 0 .. 63\nloop j = 0 .. 63\nif " guard                              \
  "\nread a[i, j]\nend\nend\nend\n"
enum { ACCESS = 3 };

static const struct {
  const char *name, *body;
  double visits, lines;
} guards[] = {
    {"every other element: no line is spared", NEST("j % 2 - 1"), 1, 1},
    {"every other row: half of the lines", NEST("i % 2 - 1"), .5, .5},
    {"half of each row", NEST("31 - j"), .5, .5},
    {"always", NEST("j"), 1, 1},
    {"never", NEST("-1 - j"), 0, 0},
};

static void shares(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
    evaluated e;
    evaluate(&e, guards[i].body, NULL);
    pme__guard_share share = pme__guard_share_of(e.concrete, ACCESS, 64);
    /* A few hundred visits are tried. */
    if (fabs(share.visits - guards[i].visits) > 0.1 || fabs(share.lines - guards[i].lines) > 0.1)
      fail_msg("%s: visits %g lines %g", guards[i].name, share.visits, share.lines);
    forget(&e);
  }
}

static void without_a_guard_all_is_left(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e, "array a element 8 base 0\nloop i = 0 .. 63\nread a @ 8*i\nend\n", NULL);
  pme__guard_share share = pme__guard_share_of(e.concrete, 1, 64);
  assert_true(share.visits >= 1 && share.lines >= 1);
  forget(&e);
}

/* Of the lines visited in one iteration of i, the guard on j leaves half in each, the guard on i all or none. */
static void shares_inside_one_iteration(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e, NEST("31 - j"), NULL);
  assert_true(fabs(pme__guard_share_inside(e.concrete, ACCESS, 0, 64) - .5) < 0.1);
  assert_true(fabs(pme__guard_share_inside(e.concrete, ACCESS, -1, 64) - .5) < 0.1);
  forget(&e);
}

/* Two accesses of one element: one always, one where j is small. */
static void guards_of_two_accesses(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e,
           "array a element 8 extents 64 64 base 0\nloop i = 0 .. 63\nloop j = 0 .. 63\nread a[i, j]\nif 31 - j\n"
           "write a[i, j]\nend\nend\nend\n",
           NULL);
  enum { ALWAYS = 2, SELDOM = 4 };
  assert_true(pme__guard_holds_with(e.concrete, ALWAYS, SELDOM));
  assert_false(pme__guard_holds_with(e.concrete, SELDOM, ALWAYS));
  assert_true(pme__guard_holds_with(e.concrete, SELDOM, SELDOM));
  assert_true(fabs(pme__guard_share_given(e.concrete, ALWAYS, SELDOM, 64) - 1) < 0.1);
  assert_true(fabs(pme__guard_share_given(e.concrete, SELDOM, ALWAYS, 64) - .5) < 0.1);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares),
      cmocka_unit_test(without_a_guard_all_is_left),
      cmocka_unit_test(shares_inside_one_iteration),
      cmocka_unit_test(guards_of_two_accesses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
