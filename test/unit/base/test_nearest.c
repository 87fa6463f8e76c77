/* The word that somebody meant: tables of words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "pmecache/nearest.h"

static void distances(void **state) {
  (void)state;
  static const struct {
    const char *a, *b;
    int most, distance;
  } cases[] = {
      {"", "", 5, 0},         {"n", "", 5, 1},        {"", "abc", 5, 3},           {"nn", "n", 5, 1},
      {"rows", "row", 5, 1},  {"gird", "grid", 5, 2}, {"kitten", "sitting", 5, 3}, {"kitten", "sitting", 1, 2},
      {"same", "same", 0, 0}, {"same", "some", 0, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(pme_edit_distance(cases[i].a, cases[i].b, cases[i].most), cases[i].distance);
    assert_int_equal(pme_edit_distance(cases[i].b, cases[i].a, cases[i].most), cases[i].distance);
  }
}

static void nearest(void **state) {
  (void)state;
  static const char *const words[] = {"irregular", "all", "values", "n", "m", "", "grid"};
  static const struct {
    const char *word, *meant; /* NULL: nothing is near */
  } cases[] = {
      {"irreguler", "irregular"},
      {"value", "values"},
      {"al", "all"},
      {"nn", "n"},
      {"k", "n"},
      {"most", NULL},
      {"", NULL},
      {"gird", "grid"},
      {"xyzzy", NULL},
      {"all", "all"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *found = pme_nearest(cases[i].word, words, (int)(sizeof words / sizeof *words));
    if (cases[i].meant)
      assert_string_equal(found, cases[i].meant);
    else
      assert_null(found);
  }
  assert_null(pme_nearest("n", words, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(distances), cmocka_unit_test(nearest)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
