/* Counting all accesses of a small program against the simulator, with which it shares no code: random programs with
 * given bases and static schedules, with lines lost to writes. Not one miss may differ, at any access and level.
 *
 * PMECACHE_TEST_PROGRAMS=N and PMECACHE_TEST_SEED=S in the environment: more, and others. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include <cmocka.h>

#include "analysis/model/replay/replay.h"
#include "simulator/simulator.h"
#include "test/property/programs/each_program.h"

enum { PROGRAMS = 400, MOST_ACCESSES = 200000 };

typedef struct tally {
  int counted, left; /* programs; those that cannot be walked as a whole, or whose machine has lines of several sizes */
  double misses, cold, coherence, more; /* more: by our count */
} tally;

static bool same(double a, double b) { return fabs(a - b) < 0.5; }

static void compare(const random_program *random, const pme_prediction *counted, const pme_prediction *truth,
                    tally *t) {
  for (int r = 0; r < truth->reference_count; r++)
    for (int l = 0; l < truth->level_count && truth->references[r].modelled; l++) {
      const pme_misses *c = &counted->references[r].levels[l], *s = &truth->references[r].levels[l];
      if (!same(c->accesses, s->accesses) || !same(c->misses, s->misses) || !same(c->cold, s->cold))
        fail_msg("level %d node %d: %.0f accesses %.0f misses %.0f cold, simulated %.0f %.0f %.0f\n%s# %s", l,
                 truth->references[r].node, c->accesses, c->misses, c->cold, s->accesses, s->misses, s->cold,
                 random->program, random->machine);
      /* A line that was taken, and would be gone by now: the simulator's shadow says so. */
      assert_true(c->coherence >= s->coherence - 0.5);
      t->misses += s->misses;
      t->cold += s->cold;
      t->coherence += s->coherence;
      t->more += fabs(c->coherence - s->coherence);
    }
  t->counted++;
}

/* Every class of lines is run and stands for itself: nothing is left out, but it is come to otherwise. */
static void judge_classes(const random_program *random, const pme_concrete *concrete, const pme_machine *machine,
                          bool coherence, const pme_prediction *truth, tally *t) {
  pme_arena *arena = pme_arena_create();
  pme_prediction *counted;
  bool done;
  assert_int_equal(pme_prediction_create(concrete, machine, arena, &counted, NULL), PME_OK);
  size_t rows = (size_t)counted->reference_count * (size_t)counted->level_count;
  pme__replay_options asked = {.most_accesses = MOST_ACCESSES,
                               .coherence = coherence,
                               .certain = true,
                               .placements = 1,
                               .first_classes = 64,
                               .deviations = PME_ARENA_NEW(arena, pme__placement_deviations, rows)};
  assert_int_equal(pme__walk_replay(concrete, machine, &asked, counted, &done), PME_OK);
  assert_true(done);
  compare(random, counted, truth, t);
  pme_arena_destroy(arena);
}

static void judge(const random_program *random, bool coherence, tally *t) {
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_prediction *counted, *truth;
  bool done;
  pme_simulate_options options = {.coherence = coherence};
  pme__replay_options asked = {.most_accesses = MOST_ACCESSES, .coherence = coherence, .certain = true};
  pme_arena *arena = pme_arena_create();
  assert_non_null(arena);
  assert_int_equal(pme_program_read(random->program, strlen(random->program), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(random->machine, strlen(random->machine), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme_prediction_create(concrete, &machine, arena, &counted, NULL), PME_OK);
  assert_int_equal(pme__walk_replay(concrete, &machine, &asked, counted, &done), PME_OK);
  if (done) {
    assert_int_equal(pme_simulate(concrete, &machine, &options, arena, &truth, NULL), PME_OK);
    compare(random, counted, truth, t);
    judge_classes(random, concrete, &machine, coherence, truth, &(tally){0});
  } else {
    t->left++;
  }
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

typedef struct replayed {
  bool coherence;
  tally tally;
} replayed;

static void judge_one(void *context, long number, uint64_t seed, const random_program *random) {
  replayed *r = context;
  (void)number;
  (void)seed;
  judge(random, r->coherence, &r->tally);
}

static void check(random_profile profile, bool static_only, bool coherence) {
  random_knobs knobs = {.profile = profile, .static_only = static_only, .with_bases = true};
  replayed r = {.coherence = coherence};
  const tally *t = &r.tally;
  long programs = each_program(random_program_make, &knobs, PROGRAMS, 70000, judge_one, &r);
  print_message(
      "%d programs (%d more not counted), %.0f misses, %.0f cold, %.0f lost to writes, %.0f more by our count\n",
      t->counted, t->left, t->misses, t->cold, t->coherence, t->more);
  assert_true(t->counted > 0.4 * (double)programs);
  assert_int_equal(t->coherence > 0, coherence);
}

static void test_rectangular(void **state) {
  (void)state;
  check(RANDOM_RECTANGULAR, true, true);
}

static void test_general(void **state) {
  (void)state;
  check(RANDOM_GENERAL, true, true);
}

static void test_without_coherence(void **state) {
  (void)state;
  check(RANDOM_RECTANGULAR, true, false);
  check(RANDOM_GENERAL, true, false);
}

/* Who gets a chunk is known, or the program is left. */
static void test_on_demand(void **state) {
  (void)state;
  check(RANDOM_RECTANGULAR, false, false);
  check(RANDOM_GENERAL, false, false);
}

/* Rows that threads write next to each other, twice, on more instances than a word of a line's record has room for. */
static void test_many_instances(void **state) {
  (void)state;
  static const random_program two[] = {
      {"pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 1048576\nloop t = 0 .. 2\n"
       "  loop i = 0 .. 999 parallel threads 16 schedule static 3\n    write a @ 8*i\n    read b @ 64*i\n  end\nend\n",
       "cores=16;L1=1K,2,64;L2=4K,4,64;L3=24K,3,64,shared=4"},
      {"pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 1048576\nloop t = 0 .. 2\n"
       "  loop i = 0 .. 999 parallel threads 40 schedule static 3\n    write a @ 8*i\n    read b @ 64*i\n  end\nend\n",
       "cores=40;L1=1K,2,64;L2=4K,4,64;L3=24K,3,64,shared=4"}};
  for (int i = 0; i < 2; i++) {
    tally t = {0};
    judge(&two[i], true, &t);
    assert_int_equal(t.counted, 1);
    assert_true(t.coherence > 0);
  }
}

/* Levels that hold all, to the last way; that get a line too much at the end; and whose lines go to other threads all the
 * time, so that more come to a set than it ever holds. */
static void test_just_roomy(void **state) {
  (void)state;
  static const char caches[] = "cores=2;L1=1K,4,64;L2=1K,4,64,shared=2";
  static const char row[] = "pme 1\nfunction f\narray a element 8 base 0\nloop t = 0 .. 2\n"
                            "  loop i = 0 .. %d\n    read a @ 256*i\n  end\nend\n";
  static const char taken[] =
      "pme 1\nfunction f\narray a element 8 base 0\nloop t = 0 .. 5\n"
      "  loop i = 0 .. 7 parallel threads 2 schedule static %d\n    write a @ 256*i\n  end\n"
      "  loop i = 0 .. 7 parallel threads 2 schedule static 4\n    write a @ 256*i\n  end\nend\n";
  const struct {
    const char *program;
    int number;
  } cases[] = {{row, 3}, {row, 4}, {taken, 4}, {taken, 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    random_program asked = {0};
    tally t = {0};
    snprintf(asked.program, sizeof asked.program, cases[i].program, cases[i].number);
    snprintf(asked.machine, sizeof asked.machine, "%s", caches);
    judge(&asked, true, &t);
    assert_int_equal(t.counted, 1);
    assert_int_equal(t.coherence + t.more > 0, cases[i].program == taken && cases[i].number == 1);
  }
}

/* More accesses than are allowed: nothing is said. */
static void test_too_many(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 999 parallel\nread a @ 8*i\nend\n";
  static const char caches[] = "cores=4;L1=32K,8,64;L2=256K,8,64";
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_prediction *prediction;
  bool done = true;
  pme_arena *arena = pme_arena_create();
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(caches, strlen(caches), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme_prediction_create(concrete, &machine, arena, &prediction, NULL), PME_OK);
  assert_int_equal(
      pme__walk_replay(concrete, &machine, &(pme__replay_options){.most_accesses = 999}, prediction, &done), PME_OK);
  assert_false(done);
  assert_int_equal(
      pme__walk_replay(concrete, &machine, &(pme__replay_options){.most_accesses = 1000}, prediction, &done), PME_OK);
  assert_true(done);
  assert_true(same(prediction->references[0].levels[0].misses, 125));
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

static long page_faults(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* A compile pays for the lines that are touched, not for the caches of its host. */
static void test_large_caches(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 999 parallel\nread a @ 8*i\nend\n";
  static const char caches[] = "cores=4;L1=32K,8,64;L2=16M,8,64;L3=1G,16,64,shared=4";
  pme_program *program = NULL;
  pme_concrete *concrete = NULL;
  pme_machine machine;
  pme_prediction *prediction;
  bool done = false;
  pme_arena *arena = pme_arena_create();
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_machine_read(caches, strlen(caches), &machine, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  assert_int_equal(pme_prediction_create(concrete, &machine, arena, &prediction, NULL), PME_OK);
  long before = page_faults();
  assert_int_equal(
      pme__walk_replay(concrete, &machine, &(pme__replay_options){.most_accesses = 1000}, prediction, &done), PME_OK);
  assert_true(done);
  assert_in_range(page_faults() - before, 0, 500);
  pme_arena_destroy(arena);
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rectangular),       cmocka_unit_test(test_general),
      cmocka_unit_test(test_without_coherence), cmocka_unit_test(test_on_demand),
      cmocka_unit_test(test_too_many),          cmocka_unit_test(test_large_caches),
      cmocka_unit_test(test_many_instances),    cmocka_unit_test(test_just_roomy),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
