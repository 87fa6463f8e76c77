/* Caches are cold where an array is touched first: that loop misses all of its lines, whatever was sampled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/core/tree.h"
#include "analysis/model/first_touches/first_touch_bound.h"
#include "pmecache/machine.h"

static const double LINES = 1000;

/* A loop that fills an array, and one that goes over it ten times, in this order or the other one. */
static const char fill_first[] = "pme 1\nfunction f\narray a element 8 base 0\n"
                                 "loop i = 0 .. 7999 parallel\nwrite a @ 8*i\nend\n"
                                 "loop t = 1 .. 10\nloop i = 0 .. 7999 parallel\nread a @ 8*i\nend\nend\n";
/* The second half is touched by the second loop first: of that nothing is known. */
static const char fill_half[] = "pme 1\nfunction f\narray a element 8 base 0\n"
                                "loop i = 0 .. 3999 parallel\nwrite a @ 8*i\nend\n"
                                "loop t = 1 .. 10\nloop i = 0 .. 7999 parallel\nread a @ 8*i\nend\nend\n";
/* A condition that asks nothing of loops: it holds, or there is no access. */
static const char fill_if_any[] = "pme 1\nfunction f\nparam n = 1\narray a element 8 base 0\nif n - 1\n"
                                  "loop i = 0 .. 7999 parallel\nwrite a @ 8*i\nend\nend\n"
                                  "loop t = 1 .. 10\nloop i = 0 .. 7999 parallel\nread a @ 8*i\nend\nend\n";

/* Pairs: conditions that are bounds of a loop. */
static const char pairs[] = "pme 1\nfunction f\narray a element 8 base 0\n"
                            "loop k = 0 .. 99 parallel\nloop j = 0 .. 7999\nif j - k - 1\nread a @ 8*j\nend\nend\nend\n"
                            "loop t = 1 .. 10\nloop i = 0 .. 7999 parallel\nread a @ 8*i\nend\nend\n";

/* Tiles of 4 x 4, cut where the array ends: one piece, whatever the order of the loops. */
static const char tiles[] = "pme 1\nfunction f\narray a element 8 base 0\n"
                            "loop by = 0 .. 25 parallel\nloop bx = 0 .. 6\nloop k = 0 .. 20\n"
                            "loop ty = 0 .. 3\nloop tx = 0 .. 3\nif 79 - 4*k - tx, 99 - 4*by - ty\n"
                            "read a @ 2560*by + 640*ty + 32*k + 8*tx\nend\nend\nend\nend\nend\nend\n"
                            "loop t = 1 .. 10\nloop i = 0 .. 7999 parallel\nread a @ 8*i\nend\nend\n";

typedef struct fill {
  const char *text;
  double first; /* misses of the first loop, at least */
} fill;

static const fill fills[] = {{fill_first, 1000}, {fill_half, 500}, {fill_if_any, 1000}, {pairs, 1000}, {tiles, 1000}};

/* As though samples had met each line where it is read, and none where it is written. */
static void forget_first(pme_prediction *p) {
  for (int l = 0; l < p->level_count; l++) {
    p->references[0].levels[l].misses = p->references[0].levels[l].cold = p->references[0].levels[l].low = 0;
    if (p->reference_count > 1)
      p->references[1].levels[l].misses = 5 * LINES;
  }
}

static void test_first_loop_misses_its_lines(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) {
    pme_arena *arena = pme_arena_create();
    pme_program *program;
    pme_concrete *concrete;
    pme_machine machine;
    pme_prediction *p;
    pme_what_if what_if = {.default_threads = 4};
    pme_predict_options options = {.coherence = true};
    assert_int_equal(pme_program_read(fills[i].text, strlen(fills[i].text), &program, NULL), PME_OK);
    assert_int_equal(pme_machine_resolve("cores=4;L1=4K,8,64;L3=1M,16,64,shared=4", &machine, NULL), PME_OK);
    assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
    assert_int_equal(pme_predict(concrete, &machine, &options, arena, &p, NULL), PME_OK);
    forget_first(p);
    assert_int_equal(pme__raise_to_first_touches(p), PME_OK);
    for (int l = 0; l < p->level_count; l++) {
      const pme_misses *m = &p->references[0].levels[l];
      assert_true(m->misses >= fills[i].first && m->misses <= fills[i].first + 1);
      assert_true(m->least >= 0.98 * fills[i].first);
    }
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
    pme_arena_destroy(arena);
  }
}

/* Each of the threads that have work has a copy of its own: of four threads three, with a chunk each. Or each thread
 * touches another part of it, and an array that all share once. */
static const char *const copies[] = {
    "pme 1\nfunction f\narray a element 8 private\n"
    "loop i = 0 .. 23 parallel schedule static 8\nloop j = 0 .. 799\nwrite a @ 8*j\nend\nend\n",
    "pme 1\nfunction f\narray a element 8 private\n"
    "loop i = 0 .. 23 parallel schedule static 8\nloop j = 0 .. 99\nwrite a @ 800*i + 8*j\nend\nend\n",
    "pme 1\nfunction f\narray a element 8 base 0\n"
    "loop i = 0 .. 23 parallel schedule static 8\nloop j = 0 .. 2399\nread a @ 8*j\nend\nend\n"};

static void test_copies_have_lines_each(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
    pme_arena *arena = pme_arena_create();
    pme_program *program;
    pme_concrete *concrete;
    pme_machine machine;
    pme_prediction *p;
    pme_what_if what_if = {.default_threads = 4};
    pme_predict_options options = {.coherence = true};
    assert_int_equal(pme_program_read(copies[i], strlen(copies[i]), &program, NULL), PME_OK);
    assert_int_equal(pme_machine_resolve("cores=4;L1=4K,8,64;L3=1M,16,64,shared=4", &machine, NULL), PME_OK);
    assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
    assert_int_equal(pme_predict(concrete, &machine, &options, arena, &p, NULL), PME_OK);
    forget_first(p);
    assert_int_equal(pme__raise_to_first_touches(p), PME_OK);
    for (int l = 0; l < p->level_count; l++)
      assert_true(p->references[0].levels[l].misses >= 300 && p->references[0].levels[l].misses <= 303);
    pme_concrete_destroy(concrete);
    pme_program_destroy(program);
    pme_arena_destroy(arena);
  }
}

/* Two loops with the same copies: the first one has met them all, though samples have met none. */
static void test_copies_of_the_first_loop(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\nfunction f\narray a element 8 private\n"
      "loop i = 0 .. 23 parallel schedule static 8\nloop j = 0 .. 799\nwrite a @ 8*j\nend\nend\n"
      "loop i = 0 .. 23 parallel schedule static 8\nloop j = 0 .. 799\nwrite a @ 8*j\nend\nend\n";
  pme_arena *arena = pme_arena_create();
  pme_program *program;
  pme_concrete *concrete;
  pme_machine machine;
  pme_prediction *p;
  pme_what_if what_if = {.default_threads = 4};
  pme_predict_options options = {.coherence = true};
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_resolve("cores=4;L1=16K,8,64;L3=1M,16,64,shared=4", &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
  assert_int_equal(pme_predict(concrete, &machine, &options, arena, &p, NULL), PME_OK);
  for (int l = 0; l < p->level_count; l++)
    for (int r = 0; r < 2; r++)
      p->references[r].levels[l].misses = p->references[r].levels[l].cold = p->references[r].levels[l].low = 0;
  assert_int_equal(pme__raise_to_first_touches(p), PME_OK);
  for (int l = 0; l < p->level_count; l++) {
    assert_true(p->references[0].levels[l].misses >= 300 && p->references[0].levels[l].misses <= 303);
    assert_true(p->references[1].levels[l].misses < 1 && p->references[1].levels[l].least < 1);
  }
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
}

/* Of an access, through loops and conditions; the first one has none around it. */
static void test_outermost_loop(void **state) {
  (void)state;
  static const char text[] = "pme 1\nfunction f\narray a element 8\nread a @ 0\n"
                             "loop t = 1 .. 10\nif t - 2\nloop i = 0 .. 99\nread a @ 8*i\nend\nend\nend\n";
  pme_program *program;
  pme_concrete *concrete;
  pme_what_if what_if = {0};
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, &what_if, &concrete, NULL), PME_OK);
  assert_int_equal(pme__concrete_outermost_loop(concrete, 0), PME_NONE);
  assert_int_equal(pme__concrete_outermost_loop(concrete, 1), PME_NONE);
  assert_int_equal(pme__concrete_outermost_loop(concrete, 4), 1);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_first_loop_misses_its_lines),
      cmocka_unit_test(test_copies_have_lines_each),
      cmocka_unit_test(test_copies_of_the_first_loop),
      cmocka_unit_test(test_outermost_loop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
