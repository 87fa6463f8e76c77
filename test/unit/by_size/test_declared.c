/* Sizes that arrays are declared for: how far they go, which are short, and what only says which row it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/declared.h"
#include "test/unit/by_size/asked.h"

typedef struct nest {
  const char *array, *loops, *address, *sizes, *taken;
  int64_t limit; /* INT64_MAX: none */
} nest;

static const nest nests[] = {
    {"extents 100 200", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. m - 1\n", "1600*i + 8*j", "n m", "", 100},
    /* bounds from 1, and a row in front */
    {"extents 100 200", "loop i = 1 .. n parallel\nloop j = 2 .. m - 1\n", "1600*i + 8*j - 1600", "n m", "", 100},
    /* a short extent */
    {"extents 100 5", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. m - 1\n", "40*i + 8*j", "n", "m = 5", 100},
    /* of others nothing is known */
    {"extents 5", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. m - 1\n", "8*j", "n", "m = 5", INT64_MAX},
    /* a row that a caller chooses */
    {"extents 100 200", "loop i = 0 .. n - 1 parallel\n", "1600*k + 8*i", "n", "k = 1", 200},
    /* all of it, as one row */
    {"extents 100 200", "loop i = 0 .. n - 1 parallel\n", "8*i", "n", "", 20000},
    {"", "loop i = 0 .. n - 1 parallel\n", "8*i", "n", "", INT64_MAX},
    /* a pointer to rows */
    {"", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\n", "1600*i + 8*j", "n", "", 200},
    /* neighbours in other rows */
    {"", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. 2\n", "8*i + 1600*j", "n", "", INT64_MAX},
    /* a window */
    {"", "loop i = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\n", "32*i + 8*j", "n", "", INT64_MAX},
};

static void read_nest(const nest *of, char *text, size_t bytes) {
  snprintf(text, bytes, "pme 1\nfunction f\nparam n\n%s%sarray a element 8 %s\n%sread a @ %s\n%s",
           strstr(of->loops, "m -") ? "param m\n" : "", strstr(of->address, "*k") ? "param k\n" : "", of->array,
           of->loops, of->address, strstr(of->loops, "j =") ? "end\nend\n" : "end\n");
}

static void test_limits(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof nests / sizeof *nests; i++) {
    char text[600], sizes[SYMBOLS_TEXT], taken[SYMBOLS_TEXT];
    asked a;
    pme__unknown_symbols unknown;
    read_nest(&nests[i], text, sizeof text);
    open_program(&a, text);
    read_symbols(&a, &unknown, sizes, taken);
    assert_string_equal(sizes, nests[i].sizes);
    assert_string_equal(taken, nests[i].taken);
    assert_true(unknown.limit == nests[i].limit);
    close_program(&a);
  }
}

/* The largest size is looked at, and none beyond it. */
static void test_points(void **state) {
  (void)state;
  asked a;
  char text[600];
  read_nest(&nests[0], text, sizeof text);
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->limit, 100);
  assert_int_equal(answer->loop_count, 1);
  assert_int_equal(answer->loops[0].points[answer->loops[0].point_count - 1].size, 100);
  close_program(&a);
}

/* A pitch rests on how far its rows go: on what they are declared for where other loops have no such limit. */
static void test_pitch_of_declared(void **state) {
  (void)state;
  asked a;
  static const char text[] =
      "pme 1\nfunction f\nparam n\nparam m\nparam row\narray t element 8 extents 266 private\narray x element 8\n"
      "loop i = 0 .. n - 1 parallel\nloop j = 0 .. m - 1\nwrite t @ 8*j\nend\n"
      "loop j = 0 .. m - 1\nread t @ 8*j\nwrite x @ 8*row*i + 8*j\nend\nend\n";
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(taken_for(answer, "m")->value, 266);
  assert_int_equal(taken_for(answer, "row")->value, 268);
  close_program(&a);
}

/* Whatever else it is for: of sizes alone. */
static void test_limits_of_sizes(void **state) {
  (void)state;
  asked a;
  char text[600];
  pme__unknown_symbols unknown;
  read_nest(&nests[0], text, sizeof text);
  open_program(&a, text);
  assert_int_equal(pme__find_unknown_symbols(a.program, &a.what_if, a.arena, &unknown), PME_OK);
  const pme__declared_question question = {a.program, &a.what_if, NULL, pme__read_address_terms(a.program, a.arena),
                                           &unknown};
  const int64_t *limits = pme__declared_limits(&question, a.arena);
  assert_true(limits && limits[0] == 100 && limits[1] == 200);
  close_program(&a);
}

/* A value that a caller gives is as good as one that the program has. */
static void test_given_first_row(void **state) {
  (void)state;
  static const pme_binding row = {"k", 3, "given"};
  static const nest of = {
      "extents 100 200", "loop i = k .. n - 1 parallel\nloop j = 0 .. 199\n", "1600*i + 8*j - 1600*k", "n", "", 103};
  char text[600], sizes[SYMBOLS_TEXT], taken[SYMBOLS_TEXT];
  asked a;
  pme__unknown_symbols unknown;
  read_nest(&of, text, sizeof text);
  open_program(&a, text);
  a.what_if.bindings = &row;
  a.what_if.binding_count = 1;
  read_symbols(&a, &unknown, sizes, taken);
  assert_string_equal(sizes, of.sizes);
  assert_true(unknown.limit == of.limit);
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_limits),          cmocka_unit_test(test_points),
      cmocka_unit_test(test_limits_of_sizes), cmocka_unit_test(test_pitch_of_declared),
      cmocka_unit_test(test_given_first_row),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
