/* Where symbols stand, and those that are taken off where loops end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/dealt_parts.h"
#include "analysis/by_size/symbols/sections.h"
#include "analysis/by_size/symbols/strides.h"
#include "analysis/by_size/symbols/tiles.h"
#include "analysis/by_size/symbols/uses.h"
#include "analysis/by_size/symbols/widths.h"
#include "test/unit/by_size/asked.h"

typedef struct stand {
  const char *text; /* with a symbol m */
  unsigned uses;
} stand;

static const stand stands[] = {
    {"param m\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel schedule static m\nread a @ 8*i\nend\n",
     PME__IN_CHUNK},
    {"param m\nparam n\narray a element 8\nloop i = m .. n - 1 parallel\nread a @ 8*i\nend\n",
     PME__IN_FIRST | PME__IN_BORDER},
    {"param m\nparam n\narray a element 8\nloop i = 0 .. n - m parallel\nread a @ 8*i\nend\n",
     PME__IN_LAST | PME__TAKEN_OFF},
    {"param m\nparam n\narray a element 8\nloop i = 0 .. m - 1 parallel\nread a @ 8*i\nend\n",
     PME__IN_LAST | PME__ADDED | PME__ONLY_END},
    {"param m\nparam n\narray a element 8\nloop t = 1 .. m\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n",
     PME__IN_REPETITIONS | PME__ADDED | PME__ONLY_END},
    {"param m\nparam n\narray a element 8\nloop i = 0 .. n - 1 parallel\nread a @ 8*m*i\nend\n",
     PME__ELSEWHERE | PME__IN_PRODUCT},
    {"param m\nparam n\narray a element 8\nif m - 3\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n",
     PME__IN_GUARD},
    {"param m\nparam n\narray a element 8\nloop i = 0 .. n / m - 1 parallel\nread a @ 8*i\nend\n",
     PME__IN_LAST | PME__ADDED | PME__DIVIDES},
};

static void test_where_symbols_stand(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof stands / sizeof *stands; i++) {
    char text[400];
    asked a;
    pme__uses uses;
    snprintf(text, sizeof text, "pme 1\nfunction f\n%s", stands[i].text);
    open_program(&a, text);
    assert_int_equal(pme__read_uses(a.program, a.arena, &uses), PME_OK);
    assert_int_equal(uses.of[0], stands[i].uses);
    close_program(&a);
  }
}

/* `i < n - 2 * m`: it would be empty were both as large. */
static void test_widths(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\nfunction f\nparam m\nparam n\narray a element 8\nloop j = 0 .. m - 1 parallel\nread a @ 8*j\nend\n"
      "loop i = 0 .. n - 2*m - 1 parallel\nread a @ 8*i\nend\n";
  asked a;
  pme__uses uses;
  const char *sizes[] = {"m", "n"};
  pme_size_form forms[] = {pme__whole_size, pme__whole_size};
  pme_binding taken[2];
  pme__unknown_symbols unknown = {.size_count = 2, .sizes = sizes, .forms = forms, .taken = taken, .limit = INT64_MAX};
  open_program(&a, text);
  assert_int_equal(pme__read_uses(a.program, a.arena, &uses), PME_OK);
  pme__find_widths(&uses, &unknown); /* the end of a loop of its own is a share of the other */
  assert_int_equal(unknown.taken_count, 0);
  assert_true(pme_size_form_is_whole(forms[1]) && forms[0].parts > 2);
  close_program(&a);
}

/* Parts of which one comes before another one: all three sections have something to do. */
static void test_sections(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\nfunction f\nparam k\nparam m\nparam n\narray a element 8\n"
      "loop i = 0 .. k - 1 parallel\nread a @ 8*i\nend\nloop i = k + 1 .. m parallel\nread a @ 8*i\nend\n"
      "loop i = m + 1 .. n - 1 parallel\nread a @ 8*i\nend\n";
  asked a;
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->symbol_count, 3);
  assert_int_equal(answer->forms[0].parts, 16);
  assert_int_equal(answer->forms[1].parts, 4);
  assert_int_equal(answer->forms[2].parts, 1);
  assert_int_equal(answer->loop_count, 3);
  for (int i = 0; i < answer->loops[1].point_count; i++) {
    int64_t n = answer->loops[1].points[i].size;
    assert_true(answer->loops[1].points[i].levels[0].accesses == (double)(n / 4 - n / 16));
  }
  close_program(&a);
}

/* `it += m` alone is a step; with `i < it + m` inside a tile. */
static void test_tiles(void **state) {
  (void)state;
  static const char *const lasts[] = {"it + 3", "it + m - 1"};
  for (int is_tile = 0; is_tile < 2; is_tile++) {
    char text[400];
    asked a;
    snprintf(text, sizeof text,
             "pme 1\nfunction f\nparam m\nparam n\narray a element 8\nloop it = 0 .. n - 1 step m parallel\n"
             "loop i = it .. min(n - 1, %s)\nread a @ 8*i\nend\nend\n",
             lasts[is_tile]);
    open_program(&a, text);
    assert_int_equal(pme__is_tile(a.program, 0), is_tile);
    assert_false(pme__is_tile(a.program, 1));
    close_program(&a);
  }
}

/* Places of a window; blocks, whose length ends a loop; parts, which multiply no variable by themselves. */
static void test_strides(void **state) {
  (void)state;
  static const struct {
    const char *loops;
    bool is_stride;
  } all[] = {{"loop i = 0 .. n / m - 1 parallel\nread a @ 8*m*i\nend\n", true},
             {"loop i = 0 .. n / m - 1 parallel\nloop k = 0 .. m - 1\nread a @ 8*m*i + 8*k\nend\nend\n", false},
             {"loop i = 0 .. n / m - 1 parallel\nread a @ 8*(n / m)*i\nend\n", false}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char text[400];
    asked a;
    snprintf(text, sizeof text, "pme 1\nfunction f\nparam m\nparam n\narray a element 8\n%s", all[i].loops);
    open_program(&a, text);
    assert_int_equal(pme__is_stride(a.program, 0), all[i].is_stride);
    close_program(&a);
  }
}

/* Time steps with a coefficient each, and buffers that take turns, are repetitions; planes are none. */
static void test_rounds(void **state) {
  (void)state;
  static const struct {
    const char *in_loop;
    bool repeats;
  } all[] = {{"read b @ 8*t\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\n", true},
             {"loop i = 0 .. n - 1 parallel\nif t % 2 - 1\nread a @ 8*i\nend\nend\n", true},
             {"loop i = 0 .. n - 1 parallel\nread a @ 8*i + 8*n*t\nend\n", false},
             {"read b @ 8*t\nloop i = 0 .. n - 1\nread a @ 8*i\nend\n", false}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    char text[400];
    asked a;
    pme__uses uses;
    snprintf(text, sizeof text,
             "pme 1\nfunction f\nparam m\nparam n\narray a element 8\narray b element 8\nloop t = 0 .. m - 1\n%send\n",
             all[i].in_loop);
    open_program(&a, text);
    assert_int_equal(pme__read_uses(a.program, a.arena, &uses), PME_OK);
    assert_int_equal((uses.of[0] & PME__IN_REPETITIONS) != 0, all[i].repeats);
    close_program(&a);
  }
}

/* Parts are dealt out: where nothing else makes a loop longer they are a size, and what they divide is a multiple. */
static void test_dealt_parts(void **state) {
  (void)state;
  static const char streams[] = "param n\nparam starts\nparam updates\narray t element 8\narray a element 8\n"
                                "loop i = 0 .. n - 1 parallel\nwrite t @ 8*i\nend\n"
                                "loop j = 0 .. starts - 1 parallel\nloop i = 0 .. updates / starts - 1\n"
                                "read a @ 8*j\nend\nend\n";
  asked a;
  expect_symbols(streams, "n starts updates", "");
  char text[600];
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", streams);
  const pme_by_size *answer = ask(&a, text, 0);
  assert_true(pme_size_form_is_whole(answer->forms[1]) && answer->forms[2].factor == 10);
  close_program(&a);
  expect_symbols("param heads\nparam channels\narray a element 8\nloop h = 0 .. heads - 1 parallel\n"
                 "loop i = 0 .. channels / heads - 1\nread a @ 8*i\nend\nend\n",
                 "channels", "heads = 8");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_where_symbols_stand),
      cmocka_unit_test(test_widths),
      cmocka_unit_test(test_sections),
      cmocka_unit_test(test_tiles),
      cmocka_unit_test(test_strides),
      cmocka_unit_test(test_rounds),
      cmocka_unit_test(test_dealt_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
