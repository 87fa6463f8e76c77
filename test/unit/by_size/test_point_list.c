/* Lists of points that grow, and move. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/by_size/looks/point_list.h"

static void test_points_stay(void **state) {
  (void)state;
  enum { COUNT = 100 };
  pme_arena *arena = pme_arena_create(), *scratch = pme_arena_create();
  assert_true(arena && scratch);
  pme__point_list list = {0};
  for (int i = 0; i < COUNT; i++) {
    assert_true(pme__make_room(scratch, &list, i));
    assert_true(list.room > i && list.room <= 2 * i + 4);
    list.points[i] = (pme_size_point){.size = i};
  }
  assert_true(pme__settle_points(arena, &list, COUNT));
  pme_arena_destroy(scratch);
  assert_int_equal(list.room, COUNT);
  assert_true(pme__make_room(arena, &list, COUNT));
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(list.points[i].size, i);
  pme_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_points_stay)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
