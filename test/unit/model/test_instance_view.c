/* The program as one instance of a cache sees it: its loops, its strides, the phases of its last round. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/model/closed_form/view/instance_view.h"
#include "test/unit/core/evaluated.h"

#define PRIVATE "cores=4;L1=4K,4,64"
#define SHARED "cores=4;L1=4K,4,64,shared=4"
#define PRODUCT                                                                                                        \
  "array a element 8 extents 10 10 base 0\narray b element 8 extents 10 10 base 4096\n"                                \
  "loop i = 0 .. 9 parallel schedule static 2 threads 4\nloop j = 0 .. 9\nread a[i, j]\nwrite b[j, i]\nend\nend\n"

static pme__instance_view *view_of(evaluated *e, const char *body, const char *machine, int instance) {
  evaluate(e, body, machine);
  const pme__loop_shape *shapes = pme__loop_shapes(e->concrete, e->arena);
  const pme__count *counts = pme__count_program(e->concrete, e->arena);
  assert_true(shapes && counts);
  pme__instance_view *view = pme__instance_view_create(e->concrete, shapes, counts,
                                                       &(pme__cache_instance){&e->machine, 0, instance}, e->arena);
  assert_non_null(view);
  pme__instance_view_place(view, NULL);
  return view;
}

static int loop_of(const pme__instance_view *view, int source, pme__loop_part part) {
  for (int l = 0; l < view->loop_count; l++)
    if (view->loops[l].source == source && view->loops[l].part == part)
      return l;
  fail_msg("no loop of node %d", source);
  return PME_NONE;
}

/* Blocks 0-1 2-3 4-5 6-7 8-9 to threads 0 1 2 3 0: thread 0 has two rounds of two iterations. */
static void private_caches_see_rounds_and_blocks(void **state) {
  (void)state;
  evaluated e;
  const pme__instance_view *view = view_of(&e, PRODUCT, PRIVATE, 0);
  int rounds = loop_of(view, 0, PME__PART_ROUNDS), block = loop_of(view, 0, PME__PART_BLOCK);
  int inner = loop_of(view, 1, PME__PART_WHOLE);
  assert_true(view->rectangular && view->reference_count == 2);
  assert_true(fabs(view->loops[rounds].trips - 2) < 1e-9 && fabs(view->loops[block].trips - 2) < 1e-9);
  assert_true(fabs(view->loops[inner].trips - 10) < 1e-9);
  assert_int_equal(pme__instance_view_stride(view, &view->references[0], rounds), 8 * 80); /* over all blocks */
  assert_int_equal(pme__instance_view_stride(view, &view->references[0], block), 80);
  assert_int_equal(pme__instance_view_stride(view, &view->references[0], inner), 8);
  assert_int_equal(pme__instance_view_stride(view, &view->references[1], block), 8);
  assert_int_equal(pme__instance_view_stride(view, &view->references[1], inner), 80);
  assert_int_equal(pme__instance_view_step(view, inner), 1);
  assert_int_equal(pme__instance_view_step(view, 0), 0);
  assert_true(pme__instance_view_encloses(view, inner, &view->references[0]));
  assert_int_equal(pme__instance_view_child(view, inner, &view->references[0]), PME_NONE);
  assert_int_equal(pme__instance_view_child(view, block, &view->references[0]), inner);
  assert_true(pme__instance_view_move_alike(view, &view->references[0], &view->references[0]));
  assert_false(pme__instance_view_move_alike(view, &view->references[0], &view->references[1]));
  forget(&e);
}

/* The team together: two rounds, in the last of which one thread is alone. */
static void a_shared_cache_sees_the_team(void **state) {
  (void)state;
  evaluated e;
  pme__phase phases[PME__MOST_PHASES];
  const pme__instance_view *view = view_of(&e, PRODUCT, SHARED, 0);
  const pme__loop *loop = &view->loops[loop_of(view, 0, PME__PART_WHOLE)];
  assert_int_equal(loop->kind, PME__LOOP_SHARED);
  assert_int_equal(loop->thread_count, 4);
  assert_true(fabs(loop->trips - 10) < 1e-9);
  assert_int_equal(pme__instance_view_parallel_iterations(loop), 4);
  assert_int_equal(pme__instance_view_busy_threads(loop), 4);
  assert_int_equal(pme__instance_view_phases(loop, phases), 2);
  assert_true(phases[0].parallel_iterations == 2 && phases[0].active == 4);
  assert_true(phases[1].parallel_iterations == 2 && phases[1].active == 1);
  forget(&e);
}

static const struct {
  const char *name, *body;
  bool is_supported;
} accesses[] = {
    {"affine", "loop i = 0 .. 9\nread a @ 8*i\nend\n", true},
    {"by the number of the thread", "region threads 2\nread a @ 8*thread()\nend\n", false},
    {"divided", "loop i = 0 .. 9\nread a @ 8*(i / 2)\nend\n", false},
};

static void what_has_an_equation(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++) {
    char body[256];
    evaluated e;
    pme_reason_code reason;
    snprintf(body, sizeof body, "array a element 8 base 0\n%s", accesses[i].body);
    evaluate(&e, body, NULL);
    assert_int_equal(pme__instance_view_supports(e.concrete, 1, &reason), accesses[i].is_supported);
    assert_true(accesses[i].is_supported || reason == PME_REASON_UNSUPPORTED_MODEL);
    forget(&e);
  }
}

/* At the end of a triangle the inner loop is as long as the outer one. */
static void positions_in_a_triangle(void **state) {
  (void)state;
  evaluated e;
  pme__instance_view *view =
      view_of(&e, "array a element 8 base 0\nloop i = 0 .. 99\nloop j = 0 .. i\nread a @ 8*j\nend\nend\n", PRIVATE, 0);
  int outer = loop_of(view, 0, PME__PART_WHOLE), inner = loop_of(view, 1, PME__PART_WHOLE);
  double fractions[PME__INSTANCE_VIEW_MOST_DEPTH] = {0};
  assert_false(view->rectangular);
  pme__instance_view_place(view, fractions);
  double first = view->loops[inner].trips;
  fractions[outer] = 0.999;
  pme__instance_view_place(view, fractions);
  double last = view->loops[inner].trips;
  assert_true(first < 3 && last > 97 && last < 103);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(private_caches_see_rounds_and_blocks),
      cmocka_unit_test(a_shared_cache_sees_the_team),
      cmocka_unit_test(what_has_an_equation),
      cmocka_unit_test(positions_in_a_triangle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
