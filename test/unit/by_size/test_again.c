/* Functions of a unit that have one answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "test/unit/by_size/asked.h"

#define NEST(function, line, size, array, element, work)                                                               \
  "pme 1\nfunction " function " file \"x.c\" line " line "\nparam " size "\narray " array " element " element          \
  "\nloop i = 0 .. " size " - 1 parallel work " work " at " line ":1\nread " array " @ " element "*i at " line         \
  ":9\nend\n"

static const char first[] = NEST("f", "5", "n", "a", "8", "3");

static void test_alike(void **state) {
  (void)state;
  static const struct {
    const char *text;
    bool is_alike;
  } others[] = {
      {NEST("g", "9", "n", "a", "8", "3"), true},  {NEST("f", "5", "m", "a", "8", "3"), false},
      {NEST("f", "5", "n", "b", "8", "3"), false}, {NEST("f", "5", "n", "a", "4", "3"), false},
      {NEST("f", "5", "n", "a", "8", "4"), false},
  };
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    asked a, b;
    open_program(&a, first);
    open_program(&b, others[i].text);
    assert_int_equal(pme_is_answered_alike(a.program, b.program), others[i].is_alike);
    close_program(&a);
    close_program(&b);
  }
}

/* What the second is asked is what the first was told; what there was no effort for has the places of the second. */
static void check_again(double budget_ms, int loops) {
  asked a, b;
  const pme_by_size *known = ask(&a, first, budget_ms), *again = NULL;
  open_program(&b, NEST("g", "9", "n", "a", "8", "3"));
  assert_int_equal(pme_by_size_again(known, b.prediction, b.arena, &again), PME_OK);
  assert_int_equal(again->loop_count, loops);
  assert_ptr_equal(again->loops, known->loops);
  assert_ptr_equal(again->prediction->subject, b.prediction->subject);
  assert_int_equal(again->prediction->reason_count, known->prediction->reason_count);
  assert_int_equal(count_late(again), 1 - loops);
  for (int i = 0; i < again->prediction->reason_count; i++)
    assert_int_equal(again->prediction->reasons[i].place.line, 9);
  close_program(&b);
  close_program(&a);
}

static void test_again(void **state) {
  (void)state;
  check_again(0, 1);
  check_again(1e-3, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_alike), cmocka_unit_test(test_again)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
