/* Functions of many loops that are counted: numbers of the likeliest places, intervals that hold other ones. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/recount.h"
#include "pmecache/arena.h"
#include "pmecache/prediction.h"
#include "simulator/simulator.h"

static const char machine_text[] = "cores=4;L1=16K,4,64;L2=64K,8,64,shared=2;L3=512K,16,64,shared=4";
enum { LEVELS = 3 };

typedef struct answers {
  pme_arena *arena;
  pme_prediction *told, *seen;
  pme_program *programs[2];
  pme_concrete *concretes[2];
} answers;

static pme_concrete *read_program(const char *text, pme_program **program) {
  pme_what_if team = {.threads = 4};
  pme_concrete *concrete;
  assert_int_equal(pme_program_read(text, strlen(text), program, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(*program, &team, &concrete, NULL), PME_OK);
  return concrete;
}

/* `body` with arrays without bases is predicted, and with these bases simulated; arrays: one %s each, in order. */
static answers ask(const char *format, const char *const bases[2]) {
  answers a = {.arena = pme_arena_create()};
  pme_machine *machine = PME_ARENA_NEW(a.arena, pme_machine, 1); /* what is returned points to it */
  char text[2000], real[2000];
  snprintf(text, sizeof text, format, "", "");
  snprintf(real, sizeof real, format, bases[0], bases[1]);
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), machine, NULL), PME_OK);
  a.concretes[0] = read_program(text, &a.programs[0]);
  a.concretes[1] = read_program(real, &a.programs[1]);
  assert_int_equal(
      pme_predict(a.concretes[0], machine, &(pme_predict_options){.coherence = true}, a.arena, &a.told, NULL), PME_OK);
  assert_int_equal(
      pme_simulate(a.concretes[1], machine, &(pme_simulate_options){.coherence = true}, a.arena, &a.seen, NULL),
      PME_OK);
  return a;
}

static void forget(answers *a) {
  for (int i = 0; i < 2; i++) {
    pme_concrete_destroy(a->concretes[i]);
    pme_program_destroy(a->programs[i]);
  }
  pme_arena_destroy(a->arena);
}

/* Sweeps by rows and by columns in a time loop, each of which finds what the one before has left. */
static const char sweeps[] =
    "pme 1\narray u element 8 extents 60 60 heap likely%s\n"
    "array v element 8 extents 60 60 heap likely%s\nloop t = 0 .. 2\n"
    "  loop i = 1 .. 58 parallel schedule static\n    loop j = 1 .. 58\n"
    "      read u[i, j - 1]\n      read u[i, j + 1]\n      write v[i, j]\n    end\n  end\n"
    "  loop j = 1 .. 58 parallel schedule static 4\n    loop i = 1 .. 58\n"
    "      read v[i - 1, j]\n      read v[i + 1, j]\n      write u[i, j]\n    end\n  end\nend\n";

/* Blocks of malloc, the first 16 bytes behind a line, one behind the other: the number is the simulator's. */
static void test_likely_places(void **state) {
  (void)state;
  answers a = ask(sweeps, (const char *const[]){" base 1048592", " base 1077408"});
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < a.told->loop_count; i++) {
      assert_true(a.told->loops[i].levels[l].misses == a.seen->loops[i].levels[l].misses);
      assert_true(a.told->loops[i].levels[l].coherence >= a.seen->loops[i].levels[l].coherence);
    }
  forget(&a);
}

/* Blocks that begin at lines: other lines are shared, which the interval knows. */
static void test_other_places(void **state) {
  (void)state;
  answers a = ask(sweeps, (const char *const[]){" base 1048576", " base 1077440"});
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < a.told->loop_count; i++) {
      const pme_misses *told = &a.told->loops[i].levels[l], *seen = &a.seen->loops[i].levels[l];
      assert_true(told->low - 0.5 <= seen->misses && seen->misses <= told->high + 0.5);
    }
  forget(&a);
}

/* Large blocks that malloc has not mapped, wherever in a line: which chunks share lines, which the interval knows. */
static void test_large_blocks_elsewhere(void **state) {
  (void)state;
  static const char *const places[][2] = {{" base 1048576", " base 1208592"},
                                          {" base 1048592", " base 1208608"},
                                          {" base 1048608", " base 1208624"},
                                          {" base 1048624", " base 1208640"}};
  for (int p = 0; p < 4; p++) {
    answers a = ask("pme 1\narray u element 8 heap%s\narray v element 8 heap%s\n"
                    "loop k = 0 .. 19999 parallel schedule dynamic 2\nread v @ 8*k\nwrite u @ 8*k\nend\n"
                    "loop i = 1 .. 20000 parallel schedule dynamic 2\nread u @ 160000 - 8*i\n"
                    "write v @ 160000 - 8*i\nend\n",
                    places[p]);
    for (int l = 0; l < LEVELS; l++)
      for (int i = 0; i < a.told->loop_count; i++) {
        const pme_misses *told = &a.told->loops[i].levels[l], *seen = &a.seen->loops[i].levels[l];
        assert_true(told->low - 0.5 <= seen->misses && seen->misses <= told->high + 0.5);
      }
    forget(&a);
  }
}

/* What is read once, line by line, is known by its lines: nothing is counted access by access. */
static void test_stream(void **state) {
  (void)state;
  const double most_effort = 5e6;
  answers a = ask("pme 1\nfunction f\narray a element 8%s\narray b element 8%s\n"
                  "loop i = 0 .. 4000000 parallel\nread a @ 8*i\nend\n",
                  (const char *const[]){" base 16", " base 67108880"});
  assert_true(a.told->effort < most_effort);
  for (int l = 0; l < LEVELS; l++) {
    const pme_misses *told = &a.told->loops[0].levels[l], *seen = &a.seen->loops[0].levels[l];
    assert_true(fabs(told->misses - seen->misses) < 0.002 * seen->misses);
    assert_true(told->low <= seen->misses && seen->misses <= told->high && told->high < 1.02 * told->low);
  }
  forget(&a);
}

/* A hundred steps, of which three or so are run: still not one miss is wrong, and it is little effort. */
static void test_steps(void **state) {
  (void)state;
  static const char steps[] =
      "pme 1\narray u element 8 extents 60 60 heap likely%s\narray v element 8 extents 60 60 heap likely%s\n"
      "loop t = 0 .. 99\n"
      "  loop i = 1 .. 58 parallel schedule static\n    loop j = 1 .. 58\n"
      "      read u[i, j - 1]\n      read u[i, j + 1]\n      write v[i, j]\n    end\n  end\n"
      "  loop j = 1 .. 58 parallel schedule dynamic 4\n    loop i = j .. 58\n"
      "      read v[i - 1, j]\n      read v[i + 1, j]\n      write u[i, j]\n    end\n  end\nend\n";
  const double most_effort = 3e7;
  answers a = ask(steps, (const char *const[]){" base 1048592", " base 1077408"});
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < a.told->loop_count; i++) {
      assert_true(a.told->loops[i].levels[l].accesses == a.seen->loops[i].levels[l].accesses);
      assert_true(a.told->loops[i].levels[l].misses == a.seen->loops[i].levels[l].misses);
    }
  assert_true(a.told->effort < most_effort);
  forget(&a);
}

/* Elimination: the loop that is dealt out is shorter in each step, so that samples take its guided chunks as one block
 * for each thread. Here they are given out. */
static void test_guided(void **state) {
  (void)state;
  static const char elimination[] =
      "pme 1\narray a element 8 extents 60 60 heap likely%s\narray b element 8 extents 60 heap likely%s\n"
      "loop k = 0 .. 58\n  loop i = k + 1 .. 59 parallel schedule guided\n    read b[k]\n    loop j = k + 1 .. 59\n"
      "      read a[k, j]\n      read a[i, j]\n      write a[i, j]\n    end\n  end\nend\n";
  answers a = ask(elimination, (const char *const[]){" base 1048592", " base 1077408"});
  for (int l = 0; l < LEVELS; l++)
    assert_true(a.told->levels[l].misses == a.seen->levels[l].misses);
  forget(&a);
}

/* More accesses than are run whole: the lines of some sets stand for all. */
static void check_sets(const char *format, const char *const bases[2], double most_error) {
  const double most_effort = 1e8;
  answers a = ask(format, bases);
  for (int l = 0; l < LEVELS; l++)
    for (int i = 0; i < a.told->loop_count; i++) {
      const pme_misses *told = &a.told->loops[i].levels[l], *seen = &a.seen->loops[i].levels[l];
      assert_true(told->accesses == seen->accesses);
      assert_true(told->low - 0.5 <= seen->misses && seen->misses <= told->high + 0.5);
      assert_true(fabs(told->misses - seen->misses) <= most_error * seen->misses + 1);
    }
  assert_true(a.told->effort < most_effort);
  forget(&a);
}

static void test_sets(void **state) {
  (void)state;
  static const char turned[] =
      "pme 1\narray u element 8 extents 900 900 heap likely%s\narray v element 8 extents 900 900 heap likely%s\n"
      "loop i = 1 .. 898 parallel schedule static\n  loop j = 1 .. 898\n"
      "    read u[i, j - 1]\n    read u[i, j + 1]\n    write v[i, j]\n  end\nend\n"
      "loop j = 1 .. 898 parallel schedule %s\n  loop i = %s .. 898\n"
      "    read v[i - 1, j]\n    write u[i, j]\n  end\nend\n";
  static const char *const schedules[][2] = {{"static 4", "1"}, {"dynamic 3", "1"}, {"guided", "j"}};
  for (int i = 0; i < 3; i++) {
    char format[2000];
    snprintf(format, sizeof format, turned, "%s", "%s", schedules[i][0], schedules[i][1]);
    check_sets(format, (const char *const[]){" base 68719476752", " base 68712992784"}, 0.04);
  }
}

/* Which member of a struct meets its line first depends on where the structs begin; how many lines there are does not.
 */
static void test_members_that_meet_a_line_first(void **state) {
  (void)state;
  static const char structs[] =
      "pme 1\narray p element 4%s\narray q element 4%s\n"
      "loop i = 0 .. 999 parallel schedule static\n  read p @ 32*i\n  read p @ 32*i + 4\n"
      "  read p @ 32*i + 8\n  read p @ 32*i + 12\n  read p @ 32*i + 16\n  read q @ 4*i\nend\n";
  answers a = ask(structs, (const char *const[]){" base 1048592", " base 1148576"});
  for (int l = 0; l < LEVELS; l++) {
    const pme_misses *told = &a.told->levels[l], *seen = &a.seen->levels[l];
    assert_true(told->low <= seen->misses && seen->misses <= told->high);
    assert_true(told->low > 0.97 * seen->misses && told->high < 1.03 * seen->misses);
  }
  forget(&a);
}

/* Variables of the stack, smaller than a line: a thread's are never on a line of another one's. */
static void test_copies_share_no_line(void **state) {
  (void)state;
  static const char locals[] = "pme 1\narray a element 8 heap likely%s\narray b element 8 heap likely%s\n"
                               "array p element 16 align 16 private\narray q element 16 align 16 private\n"
                               "array d element 4 align 4 private\n"
                               "loop i = 0 .. 999 parallel schedule static\n  read a @ 32*i\n  write p @ 0\n"
                               "  read p @ 4 size 4\n  write q @ 0 size 4\n  read d @ 0\n  read b @ 8*i\nend\n";
  answers a = ask(locals, (const char *const[]){" base 1048576", " base 1148592"});
  for (int l = 0; l < LEVELS; l++) {
    assert_true(a.told->levels[l].coherence < 5 && a.seen->levels[l].coherence < 5);
    assert_true(a.told->levels[l].high < 1.05 * a.seen->levels[l].misses);
  }
  forget(&a);
}

static bool is_counted(const char *offset) {
  char text[400];
  pme_arena *arena = pme_arena_create();
  pme_machine *machine = PME_ARENA_NEW(arena, pme_machine, 1);
  pme_program *program;
  pme_prediction *prediction;
  snprintf(text, sizeof text,
           "pme 1\narray A element 8 extents 900000\nloop i = 0 .. 999 parallel\n  loop j = 0 .. 99\n    read A[%s]\n  "
           "end\nend\n",
           offset);
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), machine, NULL), PME_OK);
  pme_concrete *concrete = read_program(text, &program);
  pme_predict_options options = {.coherence = true, .likely_place_ms = 3};
  assert_int_equal(pme_predict(concrete, machine, &options, arena, &prediction, NULL), PME_OK);
  bool counted = prediction->is_counted;
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
  pme_arena_destroy(arena);
  return counted;
}

/* Each line that is touched is kept: as many accesses take more where they share none. */
static void test_lines_take_effort(void **state) {
  (void)state;
  assert_true(is_counted("i + j"));
  assert_false(is_counted("800 * i + 8 * j"));
}

/* A short vector that is read by remainders stays one: its lines are run with the classes of others, at each place. */
static void test_remainders_reach_no_further(void **state) {
  (void)state;
  answers a = ask("pme 1\narray cells element 8 heap%s\narray total element 8 heap%s\n"
                  "loop i = 0 .. 5 parallel schedule static\n  loop c = 0 .. 2999\n    read cells @ 392*c + 8*i\n"
                  "    read total @ 8*i\n    write total @ 8*i\n  end\nend\n"
                  "loop c = 1 .. 2998 parallel schedule static\n  read total @ 8*c - 48*(c / 6)\n"
                  "  write cells @ 392*c\nend\n",
                  (const char *const[]){" base 1048576", " base 3145776"});
  for (int l = 0; l < LEVELS; l++) {
    assert_true(a.told->levels[l].low <= a.seen->levels[l].misses);
    assert_true(a.told->levels[l].high >= a.seen->levels[l].misses);
  }
  forget(&a);
}

/* A vector of 38 lines, of which threads lose each 4 or 5 thousand times: of 64 classes eight are run at other places, and
 * hold four of them, not five. How often a reference comes to these classes says how many. */
static void test_short_vectors_elsewhere(void **state) {
  (void)state;
  answers a = ask("pme 1\narray a element 8 heap likely%s\narray mean element 8 heap%s\n"
                  "loop j = 0 .. 299 parallel schedule static 2\n  write mean @ 8*j\n  loop i = 0 .. 359\n"
                  "    read a @ 2880*j + 8*i\n    read mean @ 8*j\n    write mean @ 8*j\n  end\nend\n",
                  (const char *const[]){" base 1048592", " base 2097152"});
  for (int l = 0; l < LEVELS; l++) {
    assert_true(a.told->levels[l].low <= a.seen->levels[l].misses);
    assert_true(a.told->levels[l].high >= a.seen->levels[l].misses);
  }
  forget(&a);
}

/* Planes of rows of nine lines but a word, which threads share out: they lose the lines between their rows and those of
 * neighbours. Of the classes that are run at other places some hold more of them than their share; how many there are in all
 * is known, so that the interval has not to allow for it. */
static void test_lines_between_rows(void **state) {
  static const char *const bases[] = {" base 1048576", " base 1048592", " base 1048608", " base 1048624"};
  (void)state;
  for (int i = 0; i < 4; i++) {
    answers a = ask("pme 1\narray f element 8 heap likely%s\narray c element 8 extents 3%s\nloop t = 0 .. 3\n"
                    "  loop y = 1 .. 48 parallel schedule static 1\n    loop x = 1 .. 69\n      loop q = 0 .. 2\n"
                    "        read f @ 28400*q + 568*y + 8*x\n        read c @ 8*q\n"
                    "        write f @ 28400*q + 568*y + 8*x\n      end\n    end\n  end\nend\n",
                    (const char *const[]){bases[i], " base 2097152"});
    const pme_misses *told = &a.told->levels[1], *seen = &a.seen->levels[1];
    assert_true(told->low - 0.5 <= seen->misses && seen->misses <= told->high + 0.5);
    assert_true(told->high - told->low < 0.03 * told->misses);
    assert_true(told->coherence > 200);
    forget(&a);
  }
}

/* Four planes that begin at one place in a page each fill the four ways of a set: each line that is read beside them, of the
 * caller's stack and of static memory, costs that much more. They are not one line. */
static void test_statics_are_not_on_the_stack(void **state) {
  (void)state;
  answers a = ask("pme 1\narray grid element 4%s\narray planes element 8 heap%s\narray n element 4 group 0 base 0\n"
                  "array m element 4 group 0 base 8\nloop i = 0 .. 255 parallel schedule static\n  loop j = 0 .. 159\n"
                  "    read grid @ 0\n    read n @ 0\n    read m @ 0\n    write planes @ 1280*i + 8*j\n"
                  "    write planes @ 1280*i + 8*j + 327680\n    write planes @ 1280*i + 8*j + 655360\n"
                  "    write planes @ 1280*i + 8*j + 983040\n  end\nend\n",
                  (const char *const[]){" base 1033040", " base 1048592"});
  const pme_misses *told = &a.told->levels[0], *seen = &a.seen->levels[0];
  print_message("%.0f .. %.0f .. %.0f true %.0f\n", told->low, told->misses, told->high, seen->misses);
  assert_true(fabs(told->misses - seen->misses) <= 0.03 * seen->misses);
  forget(&a);
}

/* The number is that of the likeliest place: there more classes of lines are run before other places have as many. */
static void test_the_number_comes_first(void **state) {
  (void)state;
  char text[1000];
  pme_machine machine;
  pme_program *program;
  assert_int_equal(pme_machine_read(machine_text, strlen(machine_text), &machine, NULL), PME_OK);
  snprintf(text, sizeof text, sweeps, "", "");
  pme_concrete *concrete = read_program(text, &program);
  pme__recount_request request = {.concrete = concrete, .machine = &machine, .passes = 6e5, .effort = 5e6, .most = 2e8};
  request.accesses = request.run = 5.3e6;
  pme__recount_plan plan = pme__recount_plan_of(&request);
  assert_int_equal(plan.places, 2);
  assert_int_equal(plan.first_classes, 8);
  assert_int_equal(plan.other_classes, 4);
  request.accesses = request.run = 9e6;
  assert_int_equal(pme__recount_plan_of(&request).first_classes, 4);
  request.accesses = request.run = 4e6; /* then a third place comes before more classes at the second */
  plan = pme__recount_plan_of(&request);
  assert_int_equal(plan.places, 3);
  assert_int_equal(plan.first_classes, 8);
  assert_int_equal(plan.other_classes, 4);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_likely_places),
      cmocka_unit_test(test_other_places),
      cmocka_unit_test(test_large_blocks_elsewhere),
      cmocka_unit_test(test_guided),
      cmocka_unit_test(test_sets),
      cmocka_unit_test(test_copies_share_no_line),
      cmocka_unit_test(test_members_that_meet_a_line_first),
      cmocka_unit_test(test_steps),
      cmocka_unit_test(test_lines_take_effort),
      cmocka_unit_test(test_stream),
      cmocka_unit_test(test_the_number_comes_first),
      cmocka_unit_test(test_remainders_reach_no_further),
      cmocka_unit_test(test_short_vectors_elsewhere),
      cmocka_unit_test(test_lines_between_rows),
      cmocka_unit_test(test_statics_are_not_on_the_stack),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
