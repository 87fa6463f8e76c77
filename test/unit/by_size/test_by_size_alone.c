/* Loops of functions that are too large for all of them at once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "test/unit/by_size/asked.h"

/* Of a function with too many accesses for all its loops at once each loop is answered by itself; of loops that differ in
 * nothing the points are kept once. */
static void test_alone(void **state) {
  (void)state;
  char text[4000] = "pme 1\nfunction f\nparam n\narray a element 8\n";
  for (int loop = 0; loop < 4; loop++) {
    strcat(text, "loop i = 0 .. n - 1 parallel\n");
    for (int access = 0; access < 10; access++)
      strcat(text, "read a @ 8*i\n");
    strcat(text, "end\n");
  }
  asked a;
  const pme_by_size *answer = ask(&a, text, 80);
  assert_int_equal(answer->loop_count, 4);
  for (int i = 0; i < 4; i++) {
    assert_true(answer->loops[i].alone);
    assert_true(answer->loops[i].points[0].levels[0].misses > 0);
    assert_ptr_equal(answer->loops[i].points, answer->loops[0].points);
    assert_ptr_equal(answer->loops[i].small, answer->loops[0].small);
  }
  close_program(&a);
}

/* A loop over time that holds more than there is effort for: each loop in it is answered without what is beside it, as
 * often as the loop over time goes round. */
static void test_beside(void **state) {
  (void)state;
  enum { LOOPS = 80, ACCESSES = 10 };
  static char text[LOOPS * 400];
  char access[40];
  strcpy(text, "pme 1\nfunction f\nparam n\narray a element 8\nloop t = 0 .. 9\n");
  for (int loop = 0; loop < LOOPS; loop++) {
    strcat(text, "loop i = 0 .. n - 1 parallel\n");
    snprintf(access, sizeof access, "read a @ %d*i\n", 8 + 8 * loop);
    for (int i = 0; i < ACCESSES; i++)
      strcat(text, access);
    strcat(text, "end\n");
  }
  strcat(text, "end\n");
  asked a;
  const pme_by_size *answer = ask(&a, text, 80);
  assert_true(answer->loop_count > 1);
  assert_int_equal(answer->loop_count + count_late(answer), LOOPS);
  for (int i = 0; i < answer->loop_count; i++) {
    const pme_by_size_loop *loop = &answer->loops[i];
    assert_true(loop->alone && loop->point_count > 0);
    assert_true(loop->points[0].levels[0].accesses == 10.0 * ACCESSES * (double)loop->points[0].size);
  }
  close_program(&a);
}

/* Which symbols a loop itself asks for; what is taken for a loop before it, that is left out, is not said of it. */
static void test_own_symbols(void **state) {
  (void)state;
  char text[6000] = "pme 1\nfunction f\nparam n\nparam m\nparam mode\narray a element 8\nif mode - 3\n"
                    "loop i = 0 .. m - 1 parallel\n";
  for (int access = 0; access < 30; access++)
    strcat(text, "read a @ 8*i\n");
  strcat(text, "end\nend\nloop i = 0 .. n - 1 parallel\n");
  for (int access = 0; access < 30; access++)
    strcat(text, "read a @ 8*i\n");
  strcat(text, "end\n");
  asked a;
  const pme_by_size *answer = ask(&a, text, 80);
  assert_int_equal(answer->loop_count, 2);
  for (int i = 0; i < 2; i++) {
    const pme_by_size_loop *loop = &answer->loops[i];
    assert_true(loop->alone && loop->own_count == 1);
    for (int s = 0; s < answer->symbol_count; s++)
      assert_true(loop->own[s] == (strcmp(answer->symbols[s], i == 0 ? "m" : "n") == 0));
    assert_int_equal(loop->taken_count, i == 0 ? 1 : 0);
  }
  close_program(&a);
}

/* The loop of `if (f() != 0)` stands in a program twice. */
static const char twice_text[] = "pme 1\nfunction f\nparam n\nparam f\narray a element 8\n"
                                 "if f - 1\nloop i = 0 .. n - 1 parallel\nread a @ 8*i\nend\nend\n"
                                 "if -1 - f\nloop i = 0 .. n - 1 parallel\nread a @ %d*i\nend\nend\n";

static const pme_by_size *ask_twice(asked *a, int stride) {
  char text[400];
  snprintf(text, sizeof text, twice_text, stride);
  return ask(a, text, 400);
}

/* What runs with one choice as with another one is looked at once; each says what is taken for it. */
static void test_copies(void **state) {
  (void)state;
  asked a, other;
  const pme_by_size *same = ask_twice(&a, 8), *different = ask_twice(&other, 16);
  assert_int_equal(same->loop_count, 2);
  assert_int_equal(different->loop_count, 2);
  const pme_by_size_loop *first = &same->loops[0], *copy = &same->loops[1];
  assert_ptr_equal(first->points, copy->points);
  assert_ptr_not_equal(different->loops[0].points, different->loops[1].points);
  assert_int_equal(same->look_count, first->point_count);
  assert_true(different->look_count > different->loops[0].point_count);
  assert_true(copy->law_count[0] > 0 && copy->status == first->status);
  assert_int_equal(first->taken[0].value, 1);
  assert_int_equal(copy->taken[0].value, -1);
  close_program(&a);
  close_program(&other);
}

/* `loops` loops of four accesses each. `stride`: of element sizes that differ, so that no two are alike. */
static void write_many(char *text, size_t bytes, int loops, int stride) {
  size_t at = (size_t)snprintf(text, bytes, "pme 1\nfunction f\n");
  for (int i = 0; i < loops; i++)
    at += (size_t)snprintf(text + at, bytes - at, "param n%d\narray a%d element 8\n", i, i);
  for (int i = 0; i < loops; i++)
    at += (size_t)snprintf(text + at, bytes - at,
                           "loop i = 0 .. n%d - 1 parallel\nread a%d @ %d*i\nwrite a%d @ %d*i + 8*n%d\n"
                           "read a%d @ 8*i\nread a%d @ 8*i + 16*n%d\nend\n",
                           i, i, 8 + i * stride, i, 8 + i * stride, i, i, i, i);
}

/* Loops that differ in names alone are looked at once. */
static void test_loops_alike(void **state) {
  (void)state;
  enum { LOOPS = 150 };
  static char text[LOOPS * 200];
  asked a;
  write_many(text, sizeof text, LOOPS, 0);
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->loop_count, LOOPS);
  assert_int_equal(count_late(answer), 0);
  for (int i = 0; i < LOOPS; i++) {
    const pme_by_size_loop *loop = &answer->loops[i];
    assert_int_equal(loop->point_count, answer->look_count);
    assert_true(loop->alone && loop->points[0].levels[0].accesses == 4 * (double)loop->points[0].size);
  }
  close_program(&a);
}

/* Loops that no effort was left for say so. */
static void test_late_loops(void **state) {
  (void)state;
  enum { LOOPS = 150 };
  static char text[LOOPS * 200];
  asked a;
  write_many(text, sizeof text, LOOPS, 8);
  const pme_by_size *answer = ask(&a, text, 100);
  assert_true(answer->loop_count > 0);
  assert_true(count_late(answer) > 0);
  assert_int_equal(answer->loop_count + count_late(answer), LOOPS);
  close_program(&a);
}

/* Where effort is scarce, a large loop does not take that of small ones behind it. */
static void test_small_loops_first(void **state) {
  (void)state;
  enum { LARGE = 3, SMALL = 12, ACCESSES = 40 };
  static char text[20000];
  size_t at = (size_t)snprintf(text, sizeof text, "pme 1\nfunction f\nparam n\narray a element 8\n");
  for (int i = 0; i < LARGE + SMALL; i++) {
    at += (size_t)snprintf(text + at, sizeof text - at, "loop i = 0 .. n - 1 parallel\n");
    for (int access = 0; access < (i < LARGE ? ACCESSES : 1); access++)
      at += (size_t)snprintf(text + at, sizeof text - at, "read a @ %d*i + %d*n\n", 8 * (i + 1), 8 * access);
    at += (size_t)snprintf(text + at, sizeof text - at, "end\n");
  }
  asked a;
  const pme_by_size *answer = ask(&a, text, 60);
  assert_in_range(count_late(answer), 1, LARGE);
  assert_int_equal(answer->loop_count + count_late(answer), LARGE + SMALL);
  int small = 0;
  for (int i = 0; i < answer->loop_count; i++)
    small += answer->loops[i].points[0].levels[0].accesses == (double)answer->loops[i].points[0].size;
  assert_int_equal(small, SMALL);
  close_program(&a);
}

/* Loops in one loop around them are looked at together. */
static void test_loops_in_one(void **state) {
  (void)state;
  enum { LOOPS = 200 };
  static char text[LOOPS * 100] = "pme 1\nfunction f\nparam n\nparam steps\narray a element 8\nloop s = 1 .. steps\n";
  for (int i = 0; i < LOOPS; i++)
    strcat(text, "loop i = 0 .. n - 1 parallel\nread a @ 8*i\nread a @ 8*i + 64\nread a @ 8*i + 128\nend\n");
  strcat(text, "end\n");
  asked a;
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->loop_count, LOOPS);
  assert_int_equal(answer->loops[LOOPS - 1].point_count, answer->look_count);
  assert_true(answer->loops[0].alone);
  close_program(&a);
}

/* Loops of more modes than are looked at together, in one region each: all are answered. */
static void test_many_choices(void **state) {
  (void)state;
  char text[4000] = "pme 1\nfunction f\nparam n\nparam mode\narray a element 8\n", line[200];
  for (int mode = 1; mode <= 9; mode++) {
    snprintf(line, sizeof line,
             "if mode - %d, %d - mode\nregion\nloop i = 0 .. %d*n - 1 parallel\nread a @ 8*i\nend\n"
             "end\nend\n",
             mode, mode, mode);
    strcat(text, line);
  }
  asked a;
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->loop_count, 9);
  for (int i = 0; i < 9; i++) {
    const pme_size_point *point = &answer->loops[i].points[0];
    assert_true(point->levels[0].accesses == (double)(i + 1) * (double)point->size);
  }
  close_program(&a);
}

/* Loops of a few modes, too many accesses for all of them at once for each mode: each by itself, none is left out. */
static void test_modes_of_large_function(void **state) {
  (void)state;
  enum { MODES = 4, ACCESSES = 80 };
  static char text[MODES * ACCESSES * 30 + 1000] = "pme 1\nfunction f\nparam n\nparam mode\narray a element 8\n";
  char line[200];
  for (int mode = 1; mode <= MODES; mode++) {
    snprintf(line, sizeof line, "if mode - %d, %d - mode\nloop i = 0 .. %d*n - 1 parallel\n", mode, mode, mode);
    strcat(text, line);
    for (int i = 0; i < ACCESSES; i++) { /* none repeats another one at once */
      snprintf(line, sizeof line, "read a @ 8*i + %d\n", 64 * i);
      strcat(text, line);
    }
    strcat(text, "end\nend\n");
  }
  asked a;
  const pme_by_size *answer = ask(&a, text, 0);
  assert_int_equal(answer->loop_count, MODES);
  assert_int_equal(count_late(answer), 0);
  for (int i = 0; i < MODES; i++)
    assert_true(answer->loops[i].alone && answer->loops[i].point_count >= 4);
  close_program(&a);
}

/* Diagonals of tiles that are copied, worked on and copied back. */
static const char tiles_text[] = "pme 1\n"
                                 "function blocks\n"
                                 "param n = 101\n"
                                 "array a element 4\n"
                                 "array b element 4\n"
                                 "array t element 4\n"
                                 "array u element 4\n"
                                 "loop d = 1 .. n\n"
                                 "  loop x = 0 .. d - 1 parallel\n"
                                 "    loop i = 0 .. 15\n"
                                 "      loop j = 0 .. 15\n"
                                 "        read b @ 4*(16*n*(16*d - 16*x + i) + 16*x + j)\n"
                                 "        write u @ 64*i + 4*j\n"
                                 "      end\n"
                                 "    end\n"
                                 "    loop i = 0 .. 16\n"
                                 "      read a @ 4*(16*n*(16*d - 16*x + i) + 16*x)\n"
                                 "      write t @ 68*i\n"
                                 "    end\n"
                                 "    loop j = 0 .. 16\n"
                                 "      read a @ 4*(16*n*(16*d - 16*x) + 16*x + j)\n"
                                 "      write t @ 4*j\n"
                                 "    end\n"
                                 "    loop i = 1 .. 16\n"
                                 "      loop j = 1 .. 16\n"
                                 "        read t @ 68*i + 4*j - 72\n"
                                 "        read u @ 64*i + 4*j - 68\n"
                                 "        read t @ 68*i + 4*j - 4\n"
                                 "        read t @ 68*i + 4*j - 68\n"
                                 "        write t @ 68*i + 4*j\n"
                                 "      end\n"
                                 "    end\n"
                                 "    loop i = 0 .. 15\n"
                                 "      loop j = 0 .. 15\n"
                                 "        read t @ 68*i + 4*j + 72\n"
                                 "        write a @ 4*(16*n*(16*d - 16*x + i + 1) + 16*x + j + 1)\n"
                                 "      end\n"
                                 "    end\n"
                                 "  end\n"
                                 "end\n";

static int count_unanswered(asked *a, double patience_ms) {
  pme_prediction *looked;
  pme_predict_options options = {
      .budget_ms = 0.86, .patience_ms = patience_ms, .coherence = true, .without_placements = true};
  a->what_if.default_threads = 4;
  assert_int_equal(pme_predict(a->concrete, &a->machine, &options, a->arena, &looked, NULL), PME_OK);
  return count_late(&(pme_by_size){.prediction = looked});
}

/* A look that may be vague comes to all parts of the program, where one that is to be precise leaves some out. */
static void test_hasty_look(void **state) {
  (void)state;
  asked a;
  open_program(&a, tiles_text);
  assert_true(count_unanswered(&a, 0) > 0);
  assert_int_equal(count_unanswered(&a, 0.26), 0);
  close_program(&a);
}

/* Tiles leave effort for two sizes of all loops together: the loop beside them is looked at by itself, at more. */
static void test_beside_dear(void **state) {
  (void)state;
  enum { enough = 6 };
  static const double effort_ms = 62;
  static char text[sizeof tiles_text + 100];
  snprintf(text, sizeof text, "pme 1\nfunction blocks\nparam n\n%sloop i = 0 .. n - 1 parallel\nwrite a @ 8*i\nend\n",
           strstr(tiles_text, "array a"));
  asked a;
  const pme_by_size *answer = ask(&a, text, effort_ms);
  assert_int_equal(answer->loop_count, 2);
  assert_true(answer->loops[0].point_count >= 2);
  assert_true(answer->loops[1].alone && answer->loops[1].point_count >= enough);
  assert_int_equal(count_late(answer), 0);
  close_program(&a);
}

/* Where nothing is beside it looks at the loop by itself would take as much once more: it keeps what it has. A look
 * further than that may tell less, and is no point then. */
static void test_dear_alone(void **state) {
  (void)state;
  static const double effort_ms = 80;
  static char text[sizeof tiles_text + 100];
  snprintf(text, sizeof text, "pme 1\nfunction blocks\nparam n\n%s", strstr(tiles_text, "array a"));
  asked a;
  const pme_by_size *answer = ask_roughly(&a, text, effort_ms);
  assert_int_equal(answer->loop_count, 1);
  assert_true(answer->look_count >= 2);
  assert_false(answer->loops[0].alone);
  assert_in_range(answer->look_count, answer->loops[0].point_count, answer->loops[0].point_count + 1);
  close_program(&a);
}

/* What is beside it is many accesses that take next to nothing: the first look at the loop by itself tells that it does
 * not get farther, and it keeps what it has. */
static void test_as_dear_alone(void **state) {
  (void)state;
  static const double effort_ms = 100;
  const char *arrays = strstr(tiles_text, "array a"), *loops = strstr(tiles_text, "loop");
  static char text[sizeof tiles_text + 400];
  snprintf(text, sizeof text, "pme 1\nfunction blocks\nparam n\n%.*sloop r = 0 .. 9\n%send\n%s", (int)(loops - arrays),
           arrays, loops,
           "read a @ 0\nread a @ 8\nread a @ 16\nread a @ 24\nread a @ 32\nread a @ 40\nread a @ 48\nread a @ 56\n");
  asked a;
  const pme_by_size *answer = ask_roughly(&a, text, effort_ms);
  assert_int_equal(answer->loop_count, 1);
  assert_true(answer->loops[0].point_count >= 2 && !answer->loops[0].alone);
  assert_int_equal(answer->look_count, answer->loops[0].point_count + 1);
  close_program(&a);
}

/* One of four such nests, whose guards leave more in doubt than any look has effort for. */
static int print_doubtful_nest(char *to, size_t room, int number) {
  return snprintf(to, room,
                  "    loop r = 0 .. 40\n      loop s = 0 .. 40\n        loop u = 0 .. r\n          loop v = 0 .. s\n"
                  "            if r - u + v - %d\n              read a scattered %d @ 0\n"
                  "              read b @ 4*(41*u + v + %d*i)\n            end\n            write c scattered %d @ 0\n"
                  "          end\n        end\n      end\n    end\n",
                  20 + number, 2 * number + 1, 7 * number + 1, 2 * number + 2);
}

/* Where the smallest size has no answer with all that a look may take larger ones are not tried, and what is the same
 * program by itself is not looked at again: one look at all of it, one by itself. */
static void test_beyond_reach(void **state) {
  (void)state;
  enum { nests = 4, most_looks = 2 };
  static char text[2000];
  int length = snprintf(text, sizeof text,
                        "pme 1\nfunction f\nparam n\narray a element 4\narray b element 4\narray c element 4\n"
                        "loop t = 0 .. n - 1\n  loop i = 0 .. 50 parallel\n");
  for (int nest = 0; nest < nests; nest++)
    length += print_doubtful_nest(text + length, sizeof text - (size_t)length, nest);
  snprintf(text + length, sizeof text - (size_t)length, "  end\nend\n");
  asked a;
  const pme_by_size *answer = ask_roughly(&a, text, 0);
  assert_int_equal(answer->loop_count, 0);
  assert_int_equal(count_late(answer), 1);
  assert_true(answer->look_count <= most_looks);
  close_program(&a);
}

static int print_guarded(char *to, size_t room, const char *guard, const char *place) {
  return snprintf(to, room, "        if %s\n          read a @ 4*(n*n*z + n*y + x %s)\n        end\n", guard, place);
}

/* Looks at the second size, each with more effort than the one before, end where the next one would take too much. */
static void test_growing_looks(void **state) {
  (void)state;
  static const double effort_ms = 385;
  static const char *const guarded[][2] = {{"x - 1", "- 1"},
                                           {"n - x - 2", "+ 1"},
                                           {"y - 1", "- n"},
                                           {"n - y - 2", "+ n"},
                                           {"z - 1", "- n*n"},
                                           {"n - z - 2", "+ n*n"},
                                           {"z - y + x - 1", "- n*n + n"},
                                           {"x - 2", "- 2"},
                                           {"n - x - 3", "+ 2"},
                                           {"y - 2", "- 2*n"},
                                           {"n - y - 3", "+ 2*n"},
                                           {"z - 2", "- 2*n*n"},
                                           {"n - z - 3", "+ 2*n*n"},
                                           {"z - y + x - 2", "- 2*n*n + 2*n"}};
  static char text[3000] = "pme 1\nfunction f\nparam n\narray a element 4\narray b element 4\narray c element 4\n"
                           "loop t = 0 .. 9\n  loop z = 0 .. n - 1 parallel\n    loop y = 0 .. n - 1\n"
                           "      loop x = 0 .. n - 1\n";
  size_t length = strlen(text);
  for (size_t i = 0; i < sizeof guarded / sizeof *guarded; i++)
    length += (size_t)print_guarded(text + length, sizeof text - length, guarded[i][0], guarded[i][1]);
  snprintf(text + length, sizeof text - length,
           "        read b @ 4*(n*n*z + n*y + x)\n        write c @ 4*(n*n*z + n*y + x)\n"
           "      end\n    end\n  end\nend\n");
  asked a;
  const pme_by_size *answer = ask_roughly(&a, text, effort_ms);
  assert_int_equal(answer->loop_count, 1);
  assert_int_equal(answer->loops[0].point_count, 1);
  assert_int_equal(answer->look_count, 1);
  close_program(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alone),
      cmocka_unit_test(test_beside),
      cmocka_unit_test(test_own_symbols),
      cmocka_unit_test(test_copies),
      cmocka_unit_test(test_loops_alike),
      cmocka_unit_test(test_late_loops),
      cmocka_unit_test(test_small_loops_first),
      cmocka_unit_test(test_loops_in_one),
      cmocka_unit_test(test_many_choices),
      cmocka_unit_test(test_modes_of_large_function),
      cmocka_unit_test(test_hasty_look),
      cmocka_unit_test(test_beside_dear),
      cmocka_unit_test(test_dear_alone),
      cmocka_unit_test(test_as_dear_alone),
      cmocka_unit_test(test_beyond_reach),
      cmocka_unit_test(test_growing_looks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
