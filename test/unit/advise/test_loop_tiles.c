/* Programs with tiles: the same accesses in the order of OpenMP's tile; legal where no dependence goes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/loop_order/changed/program_copy.h"
#include "analysis/advise/loop_order/changed/tiled_program.h"
#include "analysis/advise/transform/library.h"
#include "analysis/advise/transform/order.h"
#include "simulator/simulator.h"

#define MACHINE "cores=2;L1=1K,4,64;L2=4K,8,64,shared=2"

static const char head[] = "pme 1\nfunction f\nparam n = 37\narray a element 8 base 0\narray b element 8 base 65536\n";

static pme_program *read_program(const char *loops) {
  char text[2000];
  pme_program *program;
  pme_error error = {0};
  snprintf(text, sizeof text, "%s%s", head, loops);
  if (pme_program_read(text, strlen(text), &program, &error))
    fail_msg("%s: %s", loops, error.message);
  return program;
}

static void simulate_program(const pme_program *program, double misses[]) {
  pme_machine machine;
  pme_concrete *concrete;
  pme_prediction *truth;
  pme_arena *arena = pme_arena_create();
  assert_int_equal(pme_machine_read(MACHINE, strlen(MACHINE), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme_simulate(concrete, &machine, NULL, arena, &truth, NULL), PME_OK);
  misses[0] = truth->levels[0].accesses;
  misses[1] = truth->levels[0].misses;
  misses[2] = truth->levels[1].misses;
  pme_concrete_destroy(concrete);
  pme_arena_destroy(arena);
}

/* Of `loops`, tiled, against the same by hand. */
static void expect_tiling(const char *loops, const pme__tiling *tiling, const char *by_hand) {
  pme_program *plain = read_program(loops), *expected = read_program(by_hand);
  int loop = 0;
  double misses[3], truth[3];
  pme_program *tiled = pme__tile_program(plain, tiling, &loop);
  assert_non_null(tiled);
  assert_true(pme_program_node(tiled, loop)->u.loop.parallel);
  assert_int_equal(pme__construct_of(tiled, loop), loop);
  simulate_program(tiled, misses);
  simulate_program(expected, truth);
  for (int i = 0; i < 3; i++)
    if (misses[i] != truth[i])
      fail_msg("%s: %g in place of %g", loops, misses[i], truth[i]);
  pme_program_destroy(plain);
  pme_program_destroy(expected);
  pme_program_destroy(tiled);
}

static void expect_same(const char *loops, const pme_nest_order *order, int first, const int64_t sizes[],
                        const char *by_hand) {
  pme__tiling tiling = {.order = order, .first = first};
  memcpy(tiling.sizes, sizes, (size_t)order->count * sizeof *sizes);
  expect_tiling(loops, &tiling, by_hand);
}

static void test_all_loops(void **state) {
  (void)state;
  expect_same("loop i = 0 .. n - 1 parallel threads 2 schedule static 1\nloop j = 1 .. n\n"
              "read a @ 296*j + 8*i\nwrite b @ 296*i + 8*j\nend\nend\n",
              &(pme_nest_order){2, {0, 1}, {0, 1}}, 0, (int64_t[]){8, 5},
              "loop ii = 0 .. n - 1 step 8 parallel threads 2 schedule static 1\nloop jj = 1 .. n step 5\n"
              "loop i = ii .. min(n - 1, ii + 7)\nloop j = jj .. min(n, jj + 4)\n"
              "read a @ 296*j + 8*i\nwrite b @ 296*i + 8*j\nend\nend\nend\nend\n");
}

/* The last two of three loops, exchanged, one of them whole; backwards, and a bound that hangs on a loop outside. */
static void test_inner_loops(void **state) {
  (void)state;
  expect_same("loop i = 0 .. n - 1 parallel threads 2\nread b @ 0\nloop j = n .. 1 step -1\nloop k = i .. n\n"
              "read a @ 296*j + 8*k\nwrite b @ 296*i + 8*k\nend\nend\nend\n",
              &(pme_nest_order){3, {0, 2, 3}, {0, 2, 1}}, 1, (int64_t[]){0, 6, 0},
              "loop i = 0 .. n - 1 parallel threads 2\nread b @ 0\nloop kk = i .. n step 6\n"
              "loop k = kk .. min(n, kk + 5)\nloop j = n .. 1 step -1\n"
              "read a @ 296*j + 8*k\nwrite b @ 296*i + 8*k\nend\nend\nend\nend\n");
  expect_same("loop i = 0 .. n - 1 parallel threads 2\nloop j = n .. 1 step -1\nloop k = 0 .. n\n"
              "read a @ 296*j + 8*k\nwrite b @ 296*i + 8*k\nend\nend\nend\n",
              &(pme_nest_order){3, {0, 1, 2}, {0, 1, 2}}, 0, (int64_t[]){4, 7, 0},
              "loop ii = 0 .. n - 1 step 4 parallel threads 2\nloop jj = n .. 1 step -7\n"
              "loop i = ii .. min(n - 1, ii + 3)\nloop j = jj .. max(1, jj - 6) step -1\nloop k = 0 .. n\n"
              "read a @ 296*j + 8*k\nwrite b @ 296*i + 8*k\nend\nend\nend\nend\nend\n");
}

/* The loop that is dealt out goes inside, blocks of it stay; a triangle inside of it. */
static void test_blocks(void **state) {
  (void)state;
  expect_tiling(
      "loop j = 0 .. n - 1 parallel threads 2 schedule static 1\nread b @ 0\nloop i = 0 .. n\n"
      "loop k = i .. n\nread a @ 296*k + 8*i\nread b @ 296*k + 8*j\nwrite b @ 296*i + 8*j\nend\nend\nend\n",
      &(pme__tiling){.order = &(pme_nest_order){3, {0, 2, 3}, {1, 2, 0}}, .is_in_blocks = true, .sizes = {0, 0, 8}},
      "loop jj = 0 .. n - 1 step 8 parallel threads 2 schedule static 1\nloop i = 0 .. n\n"
      "loop k = i .. n\nloop j = jj .. min(n - 1, jj + 7)\nread b @ 0\nread a @ 296*k + 8*i\n"
      "read b @ 296*k + 8*j\nwrite b @ 296*i + 8*j\nend\nend\nend\nend\n");
}

/* Where the source has numbers, and all tiles are whole, they have no second end: compilers see how long they are. */
static void test_whole_tiles(void **state) {
  (void)state;
  const char *loops = "loop i = 0 .. 35 parallel\nloop j = 40 .. 1 step -1\nread a @ 296*j + 8*i\nend\nend\n";
  const char *sized = "loop i = 0 .. n - 2 parallel\nloop j = 40 .. 1 step -1\nread a @ 296*j + 8*i\nend\nend\n";
  pme_nest_order order = {2, {0, 1}, {0, 1}};
  expect_same(loops, &order, 0, (int64_t[]){9, 8},
              "loop ii = 0 .. 35 step 9 parallel\nloop jj = 40 .. 1 step -8\nloop i = ii .. ii + 8\n"
              "loop j = jj .. jj - 7 step -1\nread a @ 296*j + 8*i\nend\nend\nend\nend\n");
  for (int i = 0; i < 2; i++) {
    pme_program *plain = read_program(i ? sized : loops);
    pme__tiling tiling = {.order = &order, .sizes = {9, 7}};
    int loop = 0;
    pme_program *tiled = pme__tile_program(plain, &tiling, &loop);
    assert_non_null(tiled);
    assert_int_equal(pme__are_whole_tiles(plain, 0, 9), i == 0);
    assert_false(pme__are_whole_tiles(plain, 1, 7));
    assert_int_equal(pme_program_node(tiled, loop + 2)->u.loop.last_count, 1 + i);
    assert_int_equal(pme_program_node(tiled, loop + 3)->u.loop.last_count, 2);
    pme_program_destroy(plain);
    pme_program_destroy(tiled);
  }
}

/* ---- legality ---- */

typedef struct legal_case {
  const char *loops;
  int first;
  bool is_legal;
} legal_case;

static void test_legality(void **state) {
  (void)state;
  static const legal_case cases[] = {
      {"loop i = 1 .. n\nloop j = 1 .. n\nread a @ 512*i + 8*j - 512\nread a @ 512*i + 8*j - 8\nwrite a @ 512*i + 8*j\n"
       "end\nend\n",
       0, true},
      /* (1, -1): a tile of rows would come before what it reads. */
      {"loop i = 1 .. n\nloop j = 1 .. n\nread a @ 512*i + 8*j - 504\nwrite a @ 512*i + 8*j\nend\nend\n", 0, false},
      {"loop i = 1 .. n\nloop j = 1 .. n\nread a @ 512*i + 8*j - 504\nwrite a @ 512*i + 8*j\nend\nend\n", 1, true},
      /* A triangle is no rectangle. */
      {"loop i = 1 .. n\nloop j = 1 .. i\nread b @ 8*j\nwrite a @ 512*i + 8*j\nend\nend\n", 0, false},
  };
  const pme__polyhedra *polyhedra = pme__find_polyhedra();
  for (size_t i = 0; polyhedra && i < sizeof cases / sizeof *cases; i++) {
    pme_nest_order order = {2, {0, 1}, {0, 1}};
    pme_program *program = read_program(cases[i].loops);
    pme_concrete *concrete;
    pme__nest_reading reading;
    pme__directions directions;
    pme_arena *arena = pme_arena_create();
    assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
    assert_int_equal(pme__read_nest(concrete, 0, 1, arena, &reading), PME_OK);
    assert_int_equal(polyhedra->find_directions(&reading.nest, 1000000, &directions), PME__EXAMINED);
    if (pme__allows_tiles(&reading.nest, &directions, &order, cases[i].first) != cases[i].is_legal)
      fail_msg("%d: %s", (int)i, cases[i].loops);
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
    pme_arena_destroy(arena);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_loops),   cmocka_unit_test(test_inner_loops), cmocka_unit_test(test_blocks),
      cmocka_unit_test(test_whole_tiles), cmocka_unit_test(test_legality),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
