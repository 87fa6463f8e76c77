/* Sizes that are as many blocks of others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/blocks.h"
#include "test/unit/by_size/asked.h"

/* Of p in loops j of a block b, the power that it has. */
static int power_of(const char *bounds) {
  char text[400];
  asked a;
  pme__unknown_symbols unknown;
  snprintf(text, sizeof text,
           "pme 1\nfunction f\nparam p\nparam l\nparam m\narray a element 8\nloop b = 0 .. m - 1 parallel\n"
           "loop j = 0 .. %s\nread a @ 8*l*b + 8*j\nend\nend\n",
           bounds);
  open_program(&a, text);
  assert_int_equal(pme__find_unknown_symbols(a.program, &a.what_if, a.arena, &unknown), PME_OK);
  for (int i = 0; i < unknown.size_count; i++)
    unknown.forms[i] = pme__whole_size;
  pme__find_blocks(a.program, &unknown);
  int size = pme__size_named(&unknown, "p"), power = size == PME_NONE ? 0 : unknown.forms[size].power;
  close_program(&a);
  return power;
}

static void test_powers(void **state) {
  (void)state;
  assert_int_equal(power_of("min(p - l*b - 1, l - 1)"), 2);
  assert_int_equal(power_of("p - l*b - 1"), 2);
  assert_int_equal(power_of("min(p - 16*b - 1, 15)"), 1); /* blocks of a known length */
  assert_int_equal(power_of("min(p - b - 1, l - 1)"), 1); /* a triangle */
  assert_int_equal(power_of("min(p + l*b - 1, l - 1)"), 1);
  assert_int_equal(power_of("min(p - l - 1, l - 1)"), 1);
}

/* All blocks but the first one are empty: rows that are touched are laid out in a time that does not depend on how many
 * (minutes, once). */
static void test_empty_blocks(void **state) {
  (void)state;
  asked a;
  open_program(&a, "pme 1\nfunction f\narray a element 8\nloop b = 0 .. 9999 parallel\nloop m = 0 .. 9999\n"
                   "loop k = 0 .. 9999\nloop j = 0 .. min(9999 - 10000*b, 9999)\n"
                   "read a @ 8000000000000*b + 800000000*m + 80000*k + 8*j\nend\nend\nend\nend\n");
  assert_true(a.prediction->loops[0].levels[0].accesses > 0.99e12);
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_powers), cmocka_unit_test(test_empty_blocks)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
