/* Conditions in a team that hold always or never (`if (n > 0)` in front of a loop): barriers inside are in their place. */
#include "both_answers.h"

/* Loops of 22 iterations leave four threads out of step: where those before the condition end hangs on no barrier. */
#define TEAM(guard)                                                                                                    \
  "param n = 22\narray a element 8 extents 22 60 base 1048592\narray b element 8 extents 22 60 base 1077408\n"         \
  "region threads 4\n"                                                                                                 \
  "  loop i = 0 .. n - 1 parallel schedule static nowait\n    loop j = 0 .. 59\n      write a[i, j]\n    end\n  end\n" \
  "  if " guard "\n"                                                                                                   \
  "    loop i = 0 .. n - 1 parallel schedule static\n      loop j = 0 .. 59\n"                                         \
  "        read a[21 - i, j]\n        write b[i, j]\n      end\n    end\n"                                             \
  "  end\n"                                                                                                            \
  "  loop i = 0 .. n - 1 parallel schedule static nowait\n    loop j = 0 .. 59\n"                                      \
  "      read b[21 - i, j]\n      write a[i, j]\n    end\n  end\n"                                                     \
  "end\n"

static const char machine[] = "cores=4;L1=4K,4,64;L2=16K,8,64,shared=2;L3=64K,16,64,shared=4";

static void check(const char *body) {
  answers a;
  ask(&a, body, machine, NULL);
  assert_int_equal(pme_concrete_reason_count(a.concrete), 0);
  for (int i = 0; i < a.predicted->assumption_count; i++)
    assert_int_not_equal(a.predicted->assumptions[i].code, PME_ASSUMPTION_SCHEDULE);
  for (int i = 0; i < a.predicted->loop_count; i++)
    for (int l = 0; l < a.predicted->level_count; l++)
      assert_true(a.predicted->loops[i].levels[l].misses == a.simulated->loops[i].levels[l].misses);
  forget(&a);
}

static void always(void **state) {
  (void)state;
  check(TEAM("n - 3"));
}

static void never(void **state) {
  (void)state;
  check(TEAM("3 - n"));
}

/* Transposed by tiles or not, in a loop over time: the conditions before those that need the size hold, or do not. */
#define TILES(tile, guard)                                                                                             \
  "param n\nparam tile = " tile "\narray a element 8 extents 64 64 base 1048576\n"                                     \
  "region threads 4\n"                                                                                                 \
  "  loop t = 0 .. 3\n"                                                                                                \
  "    if " guard "\n"                                                                                                 \
  "      loop i = 0 .. n - 1 step tile parallel schedule static\n        read a[i, 0]\n      end\n"                    \
  "    end\n"                                                                                                          \
  "    loop i = 0 .. 15 parallel schedule static\n      write a[i, 1]\n    end\n"                                      \
  "  end\nend\n"

static void tiles_of_unknown_sizes(void **state) {
  (void)state;
  answers a;
  ask(&a, TILES("8", "tile - 1, n - tile - 1"), machine, NULL); /* crashed on what an evaluation left half way */
  assert_int_equal(pme_concrete_reason_count(a.concrete), 1);
  forget(&a);
}

static void no_tiles(void **state) {
  (void)state;
  check(TILES("0", "tile - 1, n - tile - 1"));
}

static void no_tiles_and_no_condition(void **state) {
  (void)state;
  check(TILES("0", "15 - tile"));
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(always), cmocka_unit_test(never),
                                     cmocka_unit_test(tiles_of_unknown_sizes), cmocka_unit_test(no_tiles),
                                     cmocka_unit_test(no_tiles_and_no_condition)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
