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

static void shares_of_lines(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
    evaluated e;
    evaluate(&e, guards[i].body, NULL);
    pme__guard_share share = pme__guard_share_of(pme__guard_shares_create(e.concrete, e.arena), ACCESS, 64);
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
  pme__guard_share share = pme__guard_share_of(pme__guard_shares_create(e.concrete, e.arena), 1, 64);
  assert_true(share.visits >= 1 && share.lines >= 1);
  forget(&e);
}

/* Of the lines visited in one iteration of i, the guard on j leaves half in each, the guard on i all or none. */
static void shares_inside_one_iteration(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e, NEST("31 - j"), NULL);
  pme__guard_shares *shares = pme__guard_shares_create(e.concrete, e.arena);
  assert_true(fabs(pme__guard_share_inside(shares, ACCESS, 0, 64) - .5) < 0.1);
  assert_true(fabs(pme__guard_share_inside(shares, ACCESS, -1, 64) - .5) < 0.1);
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
  pme__guard_shares *shares = pme__guard_shares_create(e.concrete, e.arena);
  assert_true(fabs(pme__guard_share_given(shares, ALWAYS, SELDOM, 64) - 1) < 0.1);
  assert_true(fabs(pme__guard_share_given(shares, SELDOM, ALWAYS, 64) - .5) < 0.1);
  forget(&e);
}

/* Looking takes effort, once for all that stand in one place and move alike; the guard of j lets half through. */
static void looked_at_once(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e,
           "array a element 8 extents 64 64 base 0\narray b element 8 extents 64 64 base 32768\n"
           "loop i = 0 .. 63\nloop j = 0 .. 63\nif 31 - j\nread a[i, j]\nread b[i, j]\nread b[j, i]\nend\nend\nend\n",
           NULL);
  enum { FIRST = 3, ALIKE, TURNED };
  pme__guard_shares *shares = pme__guard_shares_create(e.concrete, e.arena);
  assert_true(pme__guard_shares_effort(shares) <= 0);
  double share = pme__guard_share_of(shares, FIRST, 64).lines, effort = pme__guard_shares_effort(shares);
  assert_true(effort > 1000);
  assert_true(fabs(pme__guard_share_of(shares, ALIKE, 64).lines - share) < 1e-9);
  assert_true(pme__guard_shares_effort(shares) <= effort);
  pme__guard_share_of(shares, TURNED, 64);
  assert_true(pme__guard_shares_effort(shares) > effort);
  effort = pme__guard_shares_effort(shares);
  pme__guard_share_of(shares, FIRST, 32);
  assert_true(pme__guard_shares_effort(shares) > effort);
  forget(&e);
}

static double effort_of(const char *body) {
  evaluated e;
  evaluate(&e, body, NULL);
  pme__guard_shares *shares = pme__guard_shares_create(e.concrete, e.arena);
  pme__guard_share share = pme__guard_share_of(shares, ACCESS, 64);
  double effort = pme__guard_shares_effort(shares);
  assert_true(share.visits <= 0 && share.lines <= 0);
  forget(&e);
  return effort;
}

/* `if (mode == 3)` says in no other iteration what it does not say in this one. */
static void sizes_alone_are_asked_for_once(void **state) {
  (void)state;
  assert_true(10 * effort_of(NEST("-1")) < effort_of(NEST("-1 - j")));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shares_of_lines),
      cmocka_unit_test(without_a_guard_all_is_left),
      cmocka_unit_test(shares_inside_one_iteration),
      cmocka_unit_test(guards_of_two_accesses),
      cmocka_unit_test(looked_at_once),
      cmocka_unit_test(sizes_alone_are_asked_for_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
