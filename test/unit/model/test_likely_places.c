/* Where blocks of malloc and static arrays probably are, one behind the other; and which sets stand for all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/replay/block_borders.h"
#include "analysis/model/replay/likely_places.h"
#include "analysis/model/replay/replay_sets.h"
#include "test/unit/core/evaluated.h"

enum { ARRAYS = 3, PAGE_BYTES = 4096, LINE_BYTES = 64 };

/* Three blocks of 340 rows, 462400 bytes: with malloc's 16, 113 pages, and a row more would be 114. */
static const char blocks[] =
    "array u element 4 heap\narray v element 4 heap\narray w element 4 heap\nloop i = 0 .. 339\nloop j = 0 .. 339\n"
    "read u @ 1360*i + 4*j\nread v @ 1360*i + 4*j\nwrite w @ 1360*i + 4*j\nend\nend\n";

/* first[array]: the address of its first byte. */
static void place(const char *text, pme__places places, int64_t *first) {
  evaluated e;
  pme__loop_tree *program;
  int64_t bases[ARRAYS];
  evaluate(&e, text, NULL);
  assert_int_equal(pme__loop_tree_create(e.concrete, e.arena, &program), PME_OK);
  assert_int_equal(program->group_count, ARRAYS);
  pme__find_likely_places(program, places, pme__find_row_ends(program, e.arena), bases);
  for (int a = 0; a < ARRAYS; a++)
    first[a] = bases[program->arrays[a].group] + program->arrays[a].base_bytes;
  forget(&e);
}

static void test_large_blocks_are_mapped(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  place(blocks, PME__PLACES_LIKELY, first);
  for (int a = 0; a < ARRAYS; a++)
    assert_int_equal(first[a] % PAGE_BYTES, 16);
  for (int a = 1; a < ARRAYS; a++)
    assert_int_equal(first[a - 1] - first[a], INT64_C(113) * PAGE_BYTES);
}

/* malloc, which has had as large a block back: 462416 bytes apart with its header, a multiple of 16. */
static void test_large_blocks_that_are_not_mapped(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  place(blocks, PME__PLACES_RETURNED, first);
  for (int a = 0; a < ARRAYS; a++)
    assert_int_equal(first[a] % LINE_BYTES, (32 + 16 * a) % LINE_BYTES);
  assert_int_equal(first[1] - first[0], 462416);
  place(blocks, PME__PLACES_TURNED, first);
  assert_int_equal(first[0] - first[1], 462416);
  assert_int_equal(first[2] % LINE_BYTES, 32);
  place(blocks, PME__PLACES_AT_LINES, first); /* no line is known: the same as above */
  assert_int_equal(first[2] % LINE_BYTES, 0);
}

/* One that is given back each time does not: it stands among the small blocks, and the mapped ones as without it. */
static void test_blocks_that_are_given_back(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  place("array u element 4 heap\narray v element 4 heap unmapped\narray w element 4 heap\nloop i = 0 .. 339\n"
        "loop j = 0 .. 339\nread u @ 1360*i + 4*j\nread v @ 1360*i + 4*j\nwrite w @ 1360*i + 4*j\nend\nend\n",
        PME__PLACES_LIKELY, first);
  assert_int_equal(first[0] % PAGE_BYTES, 16);
  assert_int_equal(first[2] % PAGE_BYTES, 16);
  assert_int_equal(first[0] - first[2], INT64_C(113) * PAGE_BYTES);
  assert_true(first[1] < first[2] || first[1] > first[0] + 462400);
  static const pme__places others[] = {PME__PLACES_AT_LINES, PME__PLACES_LATE};
  static const int64_t phases[] = {0, 48};
  for (int i = 0; i < 2; i++) {
    place("array v element 4 heap unmapped\narray u element 4 heap\narray w element 4 heap\nloop i = 0 .. 339\n"
          "loop j = 0 .. 339\nread u @ 1360*i + 4*j\nread v @ 1360*i + 4*j\nwrite w @ 1360*i + 4*j\nend\nend\n",
          others[i], first);
    assert_int_equal(first[0] % LINE_BYTES, phases[i]);
  }
}

/* Scalars by reference, and objects, are on the stack or static: the first block of the heap is where it is without
 * them. */
static void test_what_is_not_of_the_heap_is_not_among_blocks(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  place("array n element 4\narray u element 8 heap likely\narray v element 8 heap likely\n"
        "read n @ 0\nloop i = 0 .. 1000\nread u @ 8*i\nwrite v @ 8*i\nend\n",
        PME__PLACES_LIKELY, first);
  assert_int_equal(first[1] % LINE_BYTES, 16);
  assert_int_equal(first[2] - first[1], 8016); /* 1001 elements and malloc's header */
  assert_true(first[0] < first[1] || first[0] >= first[2] + 8008);
}

/* A block of which threads share lines by chunks stands at several places in a line, wherever it is among others. */
static void test_large_blocks_stand_at_several_places(void **state) {
  (void)state;
  static const pme__places places[] = {PME__PLACES_RETURNED, PME__PLACES_RETURNED_AT_LINE, PME__PLACES_RETURNED_LATE};
  int met[ARRAYS] = {0};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    int64_t first[ARRAYS];
    place(blocks, places[i], first);
    for (int a = 0; a < ARRAYS; a++)
      met[a] |= 1 << first[a] % LINE_BYTES / 16;
  }
  for (int a = 0; a < ARRAYS; a++)
    assert_int_equal(__builtin_popcount((unsigned)met[a]), 3);
}

/* Programs have more arrays than a function uses of them: at one place others as large stand between, mapped or small,
 * which changes no place in a line. */
static void test_others_between_blocks(void **state) {
  (void)state;
  static const char small[] =
      "array u element 4 heap\narray v element 4 heap\narray w element 4 heap\nloop i = 0 .. 1999\n"
      "read u @ 4*i\nread v @ 4*i\nwrite w @ 4*i\nend\n";
  int64_t first[ARRAYS], without[ARRAYS];
  place(blocks, PME__PLACES_LATE, first);
  for (int a = 0; a < ARRAYS; a++)
    assert_int_equal(first[a] % PAGE_BYTES, 16);
  assert_int_equal(first[0] - first[1], INT64_C(113) * PAGE_BYTES);
  assert_int_equal(first[1] - first[2], INT64_C(2) * 113 * PAGE_BYTES);
  place(small, PME__PLACES_LATE, first);
  place(small, PME__PLACES_LIKELY, without);
  assert_true(first[1] - first[0] >= 2 * 8008);
  for (int a = 0; a < ARRAYS; a++)
    assert_int_equal(first[a] % LINE_BYTES, (without[a] + 32) % LINE_BYTES);
}

/* Large blocks of malloc or of somebody else: of an aligned allocator all begin at a line. Where two places are counted,
 * the second one has not mapped them: one behind the other they meet in other sets. */
static void test_large_blocks_of_aligned_allocators(void **state) {
  (void)state;
  static const char likely[] = "array u element 4 heap likely\narray v element 4 heap likely\narray w element 4 heap\n"
                               "loop i = 0 .. 339\nloop j = 0 .. 339\nread u @ 1360*i + 4*j\nread v @ 1360*i + 4*j\n"
                               "write w @ 1360*i + 4*j\nend\nend\n";
  int64_t first[ARRAYS];
  place(likely, PME__PLACES_AT_LINES, first);
  assert_int_equal(first[0] % LINE_BYTES, 0);
  assert_int_equal(first[1] - first[0], 462400 + LINE_BYTES);
  assert_in_range(first[2] - first[1], 462400 + 16, 462400 + LINE_BYTES);
  place(likely, PME__PLACES_LIKELY, first);
  assert_int_equal(first[0] % PAGE_BYTES, 16);
  place("array u element 4 heap likely\narray v element 4 heap\narray w element 4 heap\nloop i = 0 .. 339\n"
        "loop j = 0 .. 339\nread u @ 1360*i + 4*j\nwrite v @ 4*i\nwrite w @ 4*i\nend\nend\n",
        PME__PLACES_AT_LINES, first); /* the first small one, too */
  assert_int_equal(first[0] % LINE_BYTES, 0);
  assert_int_equal(first[1] % LINE_BYTES, 0);
}

/* Arguments of which nobody knows anything, the second of which would begin at a line behind the first. */
static const char arguments[] =
    "array u element 4 heap likely\narray v element 4\narray w element 4\nloop i = 0 .. 4\nloop j = 0 .. 15\n"
    "read u @ 64*i + 4*j\nread v @ 64*i + 4*j\nwrite w @ 64*i + 4*j\nend\nend\n";

static void test_what_is_not_known_begins_at_no_line(void **state) {
  (void)state;
  static const pme__places places[] = {PME__PLACES_LIKELY, PME__PLACES_TURNED, PME__PLACES_LATE};
  int64_t first[ARRAYS];
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    place(arguments, places[i], first);
    assert_int_not_equal(first[1] % LINE_BYTES, 0);
    assert_int_not_equal(first[2] % LINE_BYTES, 0);
  }
}

/* Two blocks so many bytes further on than two others, the second one `more`. */
static bool are_same(const char *text, int64_t further, int64_t more) {
  evaluated e;
  pme__loop_tree *program;
  evaluate(&e, text, NULL);
  assert_int_equal(pme__loop_tree_create(e.concrete, e.arena, &program), PME_OK);
  assert_int_equal(program->group_count, 2);
  const int64_t others[] = {1 << 20, 2 << 20}, bases[] = {others[0] + further, others[1] + further + more};
  bool result = pme__are_same_places(program, LINE_BYTES, bases, others);
  forget(&e);
  return result;
}

static void test_whole_lines_further_on_is_the_same(void **state) {
  (void)state;
  static const char two[] = "array v element 4\narray w element 4\nloop i = 0 .. 9\nread v @ 4*i\nwrite w @ 4*i\nend\n";
  static const char beside[] = "array u element 4 base 4096\narray v element 4\narray w element 4\nloop i = 0 .. 9\n"
                               "read u @ 4*i\nread v @ 4*i\nwrite w @ 4*i\nend\n";
  assert_true(are_same(two, 0, 0));
  assert_true(are_same(two, 3 * LINE_BYTES, 0));
  assert_true(are_same(two, -LINE_BYTES, 0));
  assert_false(are_same(two, LINE_BYTES, LINE_BYTES));
  assert_false(are_same(two, 16, 0));
  assert_true(are_same(beside, 0, 0));
  assert_false(are_same(beside, LINE_BYTES, 0)); /* from what stays where it is */
}

/* As many of each residue modulo 2 and 4, and 8 where there are as many: threads share lines by such patterns. */
/* With the sizes of the program's start: two blocks with another between them, one mapped. `rows` are 40 of 60. */
static const char seen[] =
    "param rows = %d\narray u element 8 heap allocated 48000 at 96016\narray v element 8 heap likely allocated 48000 "
    "at 0\n"
    "array w element 8 heap likely allocated 400000 at -401392\nloop i = 0 .. rows - 1\nloop j = 0 .. 99\n"
    "read u @ 800*i + 8*j\nread v @ 800*i + 8*j\nwrite w @ 800*i + 8*j\nend\nend\n";

static void test_blocks_whose_allocation_was_seen(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  char text[sizeof seen + 8];
  snprintf(text, sizeof text, seen, 40);
  place(text, PME__PLACES_LIKELY, first);
  assert_int_equal(first[0] - first[1], 96016);
  assert_int_equal(first[1] % PAGE_BYTES, 672); /* of the program's heap, which begins with malloc's own */
  assert_int_equal(first[2] % PAGE_BYTES, 16);
  place(text, PME__PLACES_LATE, first);
  assert_int_equal(first[0] - first[1], 96016);
  assert_int_equal(first[1] % LINE_BYTES, 48);
  assert_int_equal(first[2] % PAGE_BYTES, 16);
  place(text, PME__PLACES_RETURNED, first); /* other places do not hang on it */
  assert_int_equal(first[1] - first[0], 40 * 800 + 16);
}

/* Behind what the OpenMP runtime took: as far from each other as seen, the first 16 bytes behind a line, or 48; but where
 * a line is known to begin, all stand as seen. */
static void test_blocks_that_are_about_there(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  static const char of_malloc[] =
      "array u element 8 heap allocated 800 at 0\narray v element 8 heap allocated 800 about 90048\n"
      "array w element 8 heap allocated 800 about 94864\nloop i = 0 .. 99\n"
      "read u @ 8*i\nread v @ 8*i\nwrite w @ 8*i\nend\n";
  place(of_malloc, PME__PLACES_LIKELY, first);
  assert_int_equal(first[0] % PAGE_BYTES, 672);
  assert_int_equal(first[1] % LINE_BYTES, 16);
  assert_int_equal(first[2] - first[1], 94864 - 90048);
  assert_in_range(first[1] - first[0], 90048, 90048 + LINE_BYTES - 1);
  place(of_malloc, PME__PLACES_LATE, first);
  assert_int_equal(first[1] % LINE_BYTES, 48);
  assert_int_equal(first[2] - first[1], 94864 - 90048);
  place("array u element 8 heap allocated 800 at 0\narray v element 8 heap allocated 800 about 90048\n"
        "array w element 8 align 64 heap allocated 800 about 94880\nloop i = 0 .. 99\n"
        "read u @ 8*i\nread v @ 8*i\nwrite w @ 8*i\nend\n",
        PME__PLACES_LIKELY, first);
  assert_int_equal(first[1] - first[0], 90048);
  assert_int_equal(first[2] % LINE_BYTES, 0);
}

/* The system draws for each run how many pages are between heap and mappings: places differ in that, such that they meet
 * in all sets of an L2 of four pages a way, and keep where in a page blocks begin. */
static void test_pages_between_heap_and_mappings(void **state) {
  (void)state;
  static const pme__places places[] = {PME__PLACES_LIKELY, PME__PLACES_DISTANT, PME__PLACES_LATE, PME__PLACES_FARTHER};
  int met = 0;
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    int64_t first[ARRAYS];
    place("array u element 8 heap allocated 800000 at -802800\narray v element 8 heap allocated 8000 at 90048\n"
          "array w element 8 heap allocated 8000 at 98064\nloop i = 0 .. 999\n"
          "read u @ 800*i\nread v @ 8*i\nwrite w @ 8*i\nend\n",
          places[i], first);
    assert_int_equal(first[0] % PAGE_BYTES, 16);
    assert_int_equal(first[2] - first[1], 8016);
    met |= 1 << (first[1] - first[0]) / PAGE_BYTES % 4;
  }
  assert_int_equal(met, 15);
}

/* Sizes of another run: one is larger than its block, or all are much smaller. */
static void test_blocks_of_other_sizes(void **state) {
  (void)state;
  int64_t first[ARRAYS];
  char text[sizeof seen + 8];
  const int rows[] = {61, 20};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    snprintf(text, sizeof text, seen, rows[i]);
    place(text, PME__PLACES_LIKELY, first);
    assert_int_equal(first[1] - first[0], 800 * rows[i] + 16);
  }
  snprintf(text, sizeof text, seen, 40);
  memcpy(strstr(text, "96016"), "31936", sizeof "31936" - 1); /* on the other's last row */
  place(text, PME__PLACES_LIKELY, first);
  assert_int_equal(first[1] - first[0], 40 * 800 + 16);
}

static void check_balance(const pme__replay_sets *sets, int modulus) {
  int of[8] = {0};
  for (int c = 0; c < sets->classes; c++)
    of[c % modulus] += sets->slot[c] > 0;
  for (int residue = 0; residue < modulus; residue++)
    assert_int_equal(of[residue], sets->sampled / modulus);
}

static void test_classes_are_balanced(void **state) {
  (void)state;
  evaluated e;
  pme__loop_tree *program;
  int64_t bases[ARRAYS];
  evaluate(&e, blocks, "cores=1;L1=32K,8,64");
  assert_int_equal(pme__loop_tree_create(e.concrete, e.arena, &program), PME_OK);
  pme__find_likely_places(program, PME__PLACES_LIKELY, pme__find_row_ends(program, e.arena), bases);
  for (int sampled = 4; sampled <= 16; sampled *= 2) {
    pme__replay_sets sets = pme__replay_choose_sets(program, &e.machine, bases, sampled);
    assert_int_equal(sets.sampled, sampled);
    for (int modulus = 2; modulus <= 8 && modulus <= sampled; modulus *= 2)
      check_balance(&sets, modulus);
  }
  forget(&e);
}

/* Each stands behind the one before, for which not all arrays are asked anew. */
static void test_many_arrays(void **state) {
  (void)state;
  enum { MANY = 2000, LONGEST = 28 };
  evaluated e;
  pme__loop_tree *program;
  static char text[2 * MANY * LONGEST + 64];
  static int64_t bases[MANY];
  size_t used = 0;
  for (int a = 0; a < MANY; a++)
    used += (size_t)sprintf(text + used, "array a%d element 8 heap\n", a);
  used += (size_t)sprintf(text + used, "loop i = 0 .. 9\n");
  for (int a = 0; a < MANY; a++)
    used += (size_t)sprintf(text + used, "read a%d @ 8*i\n", a);
  sprintf(text + used, "end\n");
  evaluate(&e, text, NULL);
  assert_int_equal(pme__loop_tree_create(e.concrete, e.arena, &program), PME_OK);
  assert_int_equal(program->group_count, MANY);
  const int64_t *row_ends = pme__find_row_ends(program, e.arena);
  for (int places = PME__PLACES_LIKELY; places <= PME__PLACES_AT_LINES; places++) {
    pme__find_likely_places(program, (pme__places)places, row_ends, bases);
    for (int g = 1; g < MANY; g++)
      assert_true(bases[g] >= bases[g - 1] + 80);
  }
  forget(&e);
}

/* Lines that two threads' blocks share are few, whatever the arrays' sizes: with four threads three of each array. */
static void test_lines_between_blocks_are_run(void **state) {
  (void)state;
  evaluated e;
  pme__loop_tree *program;
  int64_t bases[ARRAYS] = {16, 1000016, 2000048}, lines[PME__MOST_BORDERS];
  evaluate(&e,
           "array u element 8 heap\narray v element 8 heap\narray w element 8 heap\n"
           "loop j = 0 .. 99 parallel schedule static threads 4\nloop i = 0 .. 99\n"
           "read u @ 800*j + 8*i\nwrite v @ 800*j + 8*i\nwrite w @ 800*j + 8*i\nend\nend\n",
           NULL);
  assert_int_equal(pme__loop_tree_create(e.concrete, e.arena, &program), PME_OK);
  assert_int_equal(pme__block_borders(program, 6, bases, lines, PME__MOST_BORDERS), 6);
  pme__replay_sets sets = pme__replay_choose_sets(program, &e.machine, bases, 4);
  for (int a = 1; a < ARRAYS; a++)
    for (int thread = 1; thread < 4; thread++)
      assert_int_equal(pme__replay_slot_of(&sets, (bases[a] + 20000 * thread) / LINE_BYTES), 0);
  assert_int_equal(pme__block_borders(program, 6, bases, lines, 5), PME_NONE);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_large_blocks_are_mapped),
                                     cmocka_unit_test(test_large_blocks_that_are_not_mapped),
                                     cmocka_unit_test(test_blocks_that_are_given_back),
                                     cmocka_unit_test(test_what_is_not_of_the_heap_is_not_among_blocks),
                                     cmocka_unit_test(test_large_blocks_stand_at_several_places),
                                     cmocka_unit_test(test_large_blocks_of_aligned_allocators),
                                     cmocka_unit_test(test_others_between_blocks),
                                     cmocka_unit_test(test_what_is_not_known_begins_at_no_line),
                                     cmocka_unit_test(test_whole_lines_further_on_is_the_same),
                                     cmocka_unit_test(test_blocks_whose_allocation_was_seen),
                                     cmocka_unit_test(test_blocks_that_are_about_there),
                                     cmocka_unit_test(test_pages_between_heap_and_mappings),
                                     cmocka_unit_test(test_blocks_of_other_sizes),
                                     cmocka_unit_test(test_many_arrays),
                                     cmocka_unit_test(test_classes_are_balanced),
                                     cmocka_unit_test(test_lines_between_blocks_are_run)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
