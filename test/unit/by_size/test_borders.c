/* Symbols that say how wide a border is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/by_size/symbols/borders.h"
#include "test/unit/by_size/asked.h"

typedef struct rows {
  const char *text; /* with symbols n, m and g */
  const char *sizes, *taken;
} rows;

#define SYMBOLS "param n\nparam m\nparam g\narray a element 8\n"

static const rows all[] = {
    /* a[(j + g) * (n + 2 * g) + i + g] */
    {SYMBOLS "loop j = 0 .. m - 1 parallel\nloop i = 0 .. n - 1\n"
             "read a @ 8*n*j + 16*g*j + 8*i + 8*n*g + 16*g*g + 8*g\nend\nend\n",
     "n m", "g = 2"},
    /* from g on */
    {SYMBOLS "loop j = g .. m + g - 1 parallel\nloop i = g .. n + g - 1\nread a @ 8*n*j + 16*g*j + 8*i\nend\nend\n",
     "n m", "g = 2"},
    /* all of it */
    {SYMBOLS "loop j = 0 .. m + 2*g - 1 parallel\nread a @ 8*j\nend\n", "m", "g = 2"},
    /* loops over the border, beside those along it */
    {SYMBOLS "loop j = 0 .. m - 1 parallel\nloop l = 0 .. g - 1\nread a @ 8*n*j + 16*g*j + 8*l\nend\n"
             "loop i = 0 .. n - 1\nread a @ 8*n*j + 16*g*j + 8*i + 8*g\nend\nend\n",
     "n m", "g = 2"},
    /* rows of n - g + 1, from g on */
    {SYMBOLS "loop j = 0 .. m - 1 parallel\nloop i = 0 .. n - 1\n"
             "read a @ 8*n*j - 8*g*j + 8*j + 8*i - 8*g\nend\nend\n",
     "n m", "g = 0"},
    /* all but a border, whose rows have numbers */
    {SYMBOLS "loop j = g .. m - g - 1 parallel\nloop i = g .. n - g - 1\nread a @ 8*n*j + 8*i\nread a @ 8*n*g + 8*i\n"
             "end\nend\n",
     "n m", "g = 2"},
    /* rows that are mirrored, g of them; ..  */
    {SYMBOLS "loop k = 0 .. m - 1 parallel\nread a @ 8*k\nend\nloop l = 0 .. g - 1\nloop i = 0 .. n - 1 parallel\nread "
             "a @ 8*m*n + 8*i - 8*n*l\n"
             "write a @ 8*m*n + 8*i + 8*n*l\nend\nend\n",
     "n m", "g = 2"},
    /* .. or all there are, as in a product */
    {SYMBOLS "loop k = 0 .. m - 1 parallel\nread a @ 8*k\nend\nloop l = 0 .. g - 1\nloop i = 0 .. n - 1 parallel\nread "
             "a @ 8*m*i + 8*l\nwrite a @ 8*n*l + 8*i\nend\n"
             "end\n",
     "n m g", ""},
    /* one symbol is no border of the other: two arrays in one */
    {SYMBOLS "loop j = 0 .. m - 1 parallel\nloop i = 0 .. n - 1\nread a @ 8*n*j + 8*g*j + 8*i\nend\nend\n", "n m g",
     ""},
    /* threads share out what is there twice */
    {SYMBOLS "loop j = 0 .. g - 1 parallel\nloop i = 0 .. n - 1\nread a @ 8*n*j + 16*g*j + 8*m*j + 8*i\nend\nend\n",
     "n m g", ""},
};

/* Planes and rows of a box, from f[d] to l[d], with borders that are not gone over. */
#define BOX                                                                                                            \
  "param n\nparam l0\nparam f0\nparam l1\nparam f1\narray a element 8\n"                                               \
  "loop k = 0 .. n - 1 parallel\nloop j = 0 .. n - 1\nloop i = 0 .. n - 1\n"

static const rows boxes[] = {
    /* (l0 - f0 + 1) * (l1 - f1 + 1) * k + (l0 - f0 + 1) * j + i */
    {BOX "read a @ 8*l1*l0*k - 8*l1*f0*k + 8*l1*k - 8*f1*l0*k + 8*f1*f0*k - 8*f1*k + 8*l0*k - 8*f0*k + 8*k + 8*l0*j "
         "- 8*f0*j + 8*j + 8*i\nend\nend\nend\n",
     "n l0 l1", "f0 = 0 f1 = 0"},
    /* (l0 - f0) * (l1 - f1) * k + (l0 - f0) * j + i, no row of which is one longer */
    {BOX "read a @ 8*l1*l0*k - 8*l1*f0*k - 8*f1*l0*k + 8*f1*f0*k + 8*l0*j - 8*f0*j + 8*i\nend\nend\nend\n", "n l0 l1",
     "f0 = 0 f1 = 0"},
    /* every other element: (l0 - f0 + 1) * (j / 2) + i / 2 */
    {BOX "read a @ 8*l0*(j / 2) - 8*f0*(j / 2) + 8*(j / 2) + 8*(i / 2)\nend\nend\nend\n", "n l0", "f0 = 0"},
    /* also from the other end: (l0 - f0 - i) */
    {BOX "read a @ 8*l0*j - 8*f0*j + 8*i\nread a @ 8*l0*k - 8*f0*k + 8*j\nread a @ 8*f0*i - 8*l0*i\nend\nend\nend\n",
     "n l0", "f0 = 0"},
};

static void test_boxes(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof boxes / sizeof *boxes; i++)
    expect_symbols(boxes[i].text, boxes[i].sizes, boxes[i].taken);
}

static void test_borders(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    expect_symbols(all[i].text, all[i].sizes, all[i].taken);
}

/* k * (n + 2 * g) * (m + 2 * g) + j * (n + 2 * g) has terms with one more symbol each: no window is moved by them. */
static void test_no_window(void **state) {
  (void)state;
  static const char planes[] =
      "param n\nparam m\nparam g\nparam first\nparam last\narray a element 8\n"
      "loop k = 0 .. n - 1 parallel\nloop j = first .. last\nloop i = 0 .. n - 1\n"
      "read a @ 8*n*m*k + 16*g*n*k + 16*g*m*k + 32*g*g*k + 8*n*j + 16*g*j + 8*i\nend\nend\nend\n";
  expect_symbols(planes, "n m last", "first = 0 g = 2");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_borders),
      cmocka_unit_test(test_boxes),
      cmocka_unit_test(test_no_window),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
