/* How often loops and accesses are executed, and what shapes loops have, told without running them. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/model/loop_tree/execution_count.h"
#include "analysis/model/loop_tree/loop_shape.h"
#include "test/unit/core/evaluated.h"

#define A "array a element 8 base 0\n"

static const struct {
  const char *name, *body;
  double executions, entries; /* of the loop `loop` */
  int loop, access;
  double accesses, share;
} programs[] = {
    {"rectangle", A "loop i = 0 .. 9\nloop j = 0 .. 6\nread a @ 8*j\nend\nend\n", 70, 10, 1, 2, 70, 1},
    {"triangle", A "loop i = 0 .. 9\nloop j = 0 .. i\nread a @ 8*j\nend\nend\n", 55, 10, 1, 2, 55, 1},
    {"a triangle that is empty at first", A "loop i = 0 .. 9\nloop j = 1 .. i\nread a @ 8*j\nend\nend\n", 45, 10, 1, 2,
     45, 1},
    {"band", A "loop i = 0 .. 99\nloop j = max(0, i - 2) .. min(99, i + 2)\nread a @ 8*j\nend\nend\n", 494, 100, 1, 2,
     494, 1},
    {"tiles, the last one cut", A "loop i = 0 .. 99 step 8\nloop j = i .. min(i + 7, 99)\nread a @ 8*j\nend\nend\n",
     100, 13, 1, 2, 100, 1},
    {"steps downwards", A "loop i = 9 .. 0 step -3\nread a @ 8*i\nend\n", 4, 1, 0, 1, 4, 1},
    {"a guard of every other iteration", A "loop i = 0 .. 99\nif i % 2 - 1\nread a @ 8*i\nend\nend\n", 100, 1, 0, 2, 50,
     .5},
    {"a guard that holds", A "loop i = 0 .. 99\nif i\nread a @ 8*i\nend\nend\n", 100, 1, 0, 2, 100, 1},
    {"a guard that never holds", A "loop i = 0 .. 99\nif -1 - i\nread a @ 8*i\nend\nend\n", 100, 1, 0, 2, 0, 0},
    {"dealt out to a team", A "loop i = 0 .. 99 parallel threads 4\nread a @ 8*i\nend\n", 100, 1, 0, 1, 100, 1},
    {"run by each thread of a team", A "region threads 3\nloop i = 0 .. 4\nread a @ 8*i\nend\nend\n", 15, 3, 1, 2, 15,
     1},
};

static void near(double found, double expected, const char *name) {
  if (!(fabs(found - expected) <= 1e-9 * (1 + expected)))
    fail_msg("%s: %g is not %g", name, found, expected);
}

static void counts(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    evaluated e;
    evaluate(&e, programs[i].body, NULL);
    const pme__count *counts = pme__count_program(e.concrete, e.arena);
    assert_non_null(counts);
    near(counts[programs[i].loop].executions, programs[i].executions, programs[i].name);
    near(counts[programs[i].loop].entries, programs[i].entries, programs[i].name);
    near(counts[programs[i].access].executions, programs[i].accesses, programs[i].name);
    near(pme__count_share(e.concrete, counts, programs[i].access), programs[i].share, programs[i].name);
    assert_true(counts[programs[i].loop].exact && counts[programs[i].access].exact);
    forget(&e);
  }
}

/* Trip counts with which no list of iterations would end. */
static void counts_of_large_programs(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e, A "loop i = 0 .. 999999\nloop j = 0 .. i\nloop k = j .. i\nread a @ 8*k\nend\nend\nend\n", NULL);
  const pme__count *counts = pme__count_program(e.concrete, e.arena);
  near(counts[3].executions, 1e6 * (1e6 + 1) * (1e6 + 2) / 6, "tetrahedron");
  forget(&e);
}

static const struct {
  const char *name, *bounds;
  bool is_constant, is_shifted, varies;
  int64_t low, high;
} shapes[] = {
    {"constant", "3 .. 17", true, false, false, 3, 17},
    {"tile", "i .. min(i + 9, 99)", false, true, false, 0, 99},
    {"triangle", "0 .. i", false, false, true, 0, 90},
    {"upper triangle", "i .. 99", false, false, true, 0, 99},
    {"shifted, whole", "i .. i + 4", false, true, false, 0, 94},
};

static void shapes_of_inner_loops(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    char body[256];
    evaluated e;
    snprintf(body, sizeof body, A "loop i = 0 .. 99 step 10\nloop j = %s\nread a @ 8*j\nend\nend\n", shapes[i].bounds);
    evaluate(&e, body, NULL);
    const pme__loop_shape *found = pme__loop_shapes(e.concrete, e.arena);
    assert_non_null(found);
    assert_true(found[0].is_constant && !found[0].varies);
    if (found[1].is_constant != shapes[i].is_constant || found[1].is_shifted != shapes[i].is_shifted ||
        found[1].varies != shapes[i].varies || found[1].low != shapes[i].low || found[1].high != shapes[i].high)
      fail_msg("%s: constant %d shifted %d varies %d, %lld .. %lld", shapes[i].name, found[1].is_constant,
               found[1].is_shifted, found[1].varies, (long long)found[1].low, (long long)found[1].high);
    forget(&e);
  }
}

static void trips_at_values(void **state) {
  (void)state;
  evaluated e;
  int64_t values[PME_MAX_DEPTH] = {0}, first;
  evaluate(&e, A "loop i = 0 .. 99 step 8\nloop j = i .. min(i + 7, 99)\nread a @ 8*j\nend\nend\n", NULL);
  const pme_concrete_loop *inner = &pme_concrete_node_at(e.concrete, 1)->u.loop;
  values[0] = 16;
  assert_int_equal(pme__trips_at(inner, values, &first), 8);
  assert_int_equal(first, 16);
  values[0] = 96;
  assert_int_equal(pme__trips_at(inner, values, &first), 4);
  assert_int_equal(first, 96);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts),
      cmocka_unit_test(counts_of_large_programs),
      cmocka_unit_test(shapes_of_inner_loops),
      cmocka_unit_test(trips_at_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
