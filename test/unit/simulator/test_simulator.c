/* The simulator by eye: small programs whose cache states stand in the margin.
 *
 * Drawings: the lines of one set, the most recently used first; `*` marks a miss. Lines are named by letters, or by
 * numbers where a loop makes them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "test/unit/simulator/simulated.h"

/* ---- one thread ---- */

static const struct {
  const char *name, *machine, *body;
  double accesses, cold, self;
} single[] = {
    {"least recently used goes", "cores=1;L1=128,2,64",
     "array M element 8 base 0\n"
     "read M @ 0\n"    /* A   * */
     "read M @ 64\n"   /* B A * */
     "read M @ 0\n"    /* A B   */
     "read M @ 128\n"  /* C A * B goes */
     "read M @ 8\n"    /* A C   */
     "write M @ 64\n", /* B A * C goes */
     6, 3, 1},
    {"direct mapped, two sets", "cores=1;L1=128,1,64",
     "array M element 8 base 0\n"
     "read M @ 0\n"   /* A | -   * */
     "read M @ 64\n"  /* A | B   * */
     "read M @ 128\n" /* C | B   * A goes */
     "read M @ 64\n"  /* C | B     */
     "read M @ 0\n",  /* A | B   * C goes */
     5, 3, 1},
    {"three sets: lines 0 and 3 meet, 0 and 2 do not", "cores=1;L1=192,1,64",
     "array M element 8 base 0\n"
     "loop t = 0 .. 1\n"
     "read M @ 0\n"   /* 0 | - | -  *  0 | - | 2  * 3 goes */
     "read M @ 128\n" /* 0 | - | 2  *  0 | - | 2    */
     "read M @ 192\n" /* 3 | - | 2  *  3 | - | 2  * 0 goes */
     "end\n",
     6, 3, 2},
    {"a base moves the sets", "cores=1;L1=128,1,64",
     "array M element 8 base 64\narray N element 8 base 128\n"
     "loop t = 0 .. 9\nread M @ 0\nread N @ 0\nend\n", /* lines 1 and 2: different sets */
     20, 2, 0},
    {"straddling: one access, two lines", ROOMY, "array M element 8 base 0\nread M @ 60\nread M @ 64\n", 2, 2, 0},
    {"a wide access covers four lines", ROOMY, "array M element 8 base 0\nread M @ 0 size 200\nread M @ 192\n", 2, 4,
     0},
    {"a sweep over one line more than fits misses always", "cores=1;L1=256,4,64",
     "array M element 8 base 0\nloop t = 0 .. 2\nloop i = 0 .. 4\nread M @ 64*i\nend\nend\n", 15, 5, 10},
    {"a sweep that fits", "cores=1;L1=256,4,64",
     "array M element 8 base 0\nloop t = 0 .. 2\nloop i = 0 .. 3\nread M @ 64*i\nend\nend\n", 12, 4, 0},
    {"the same with more ways than one scan takes", "cores=1;L1=2560,full,64",
     "array M element 8 base 0\nloop t = 0 .. 2\nloop i = 0 .. 40\nread M @ 64*i\nend\nend\n", 123, 41, 82},
    {"forty lines fit", "cores=1;L1=2560,full,64",
     "array M element 8 base 0\nloop t = 0 .. 2\nloop i = 39 .. 0 step -1\nread M @ 64*i\nend\nend\n", 120, 40, 0},
    {"downwards, negative addresses", ROOMY,
     "array M element 8 base 65536\nloop i = 7 .. -8 step -1\nread M @ 8*i\nend\n", 16, 2, 0},
    {"triangle: 1 + 2 + 3 + 4", ROOMY,
     "array M element 8 base 0\nloop i = 0 .. 3\nloop j = 0 .. i\nread M @ 64*i\nend\nend\n", 10, 4, 0},
    {"start is the largest first, end the smallest last", ROOMY,
     "array M element 8 base 0\nloop i = 0 .. 5\nloop j = max(2, i) .. min(4, i + 2)\nread M @ 64*j\nend\nend\n",
     1 + 2 + 3 + 2 + 1, 3, 0}, /* i=0: 2; 1: 2 3; 2: 2 3 4; 3: 3 4; 4: 4; 5: none */
    {"floor division and guard", ROOMY,
     "array M element 8 base 4096\nloop i = -3 .. 3\nif i + 1, 2 - i\nread M @ 64*(i / 2)\nend\nend\n", 4, 3,
     0}, /* i = -1 0 1 2 -> lines -1 0 0 1 */
    {"a private array has one copy here", ROOMY, "array M element 8 extents 8 private\nread M[0]\nread M[7]\n", 2, 1,
     0},
};

static void test_single(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(single); i++) {
    simulated s;
    simulate(&s, single[i].body, single[i].machine, NULL);
    if (s.status != PME_OK)
      fail_msg("%s: %s", single[i].name, s.error.message);
    const pme_misses *m = &s.prediction->levels[0];
    if (m->accesses != single[i].accesses || m->cold != single[i].cold || m->self != single[i].self ||
        m->other_threads != 0)
      fail_msg("%s: %.0f accesses, %.0f cold, %.0f self, %.0f others", single[i].name, m->accesses, m->cold, m->self,
               m->other_threads);
    forget(&s);
  }
}

/* ---- teams ---- */

static const struct {
  const char *name, *machine, *body;
  double accesses, cold, self, other;
} teams[] = {
    /* Thread 0 reads lines 0 1, thread 1 lines 2 3; order 0 2 1 3, twice. Three ways:
     *   0 *  2 0 *  1 2 0 *  3 1 2 * (1 threw 0 out)
     *   0 3 1 * (0 threw 2 out)  2 0 3 * (1 threw 1 out)  1 2 0 * (0 threw 3 out)  3 1 2 * (1 threw 0 out)
     * so each finds its line thrown out by the other one. */
    {"lost to the other thread", "cores=2;L1=192,3,64,shared=2",
     "array M element 8 base 0\nloop t = 0 .. 1\n"
     "loop i = 0 .. 3 parallel schedule static threads 2\nread M @ 64*i\nend\nend\n",
     8, 4, 0, 4},
    /* Two ways: 0 *  2 0 *  1 2 * (0 threw 0 out)  3 1 * (1 threw 2 out)  0 3 * ...: each throws its own line out. */
    {"lost to itself", "cores=2;L1=128,2,64,shared=2",
     "array M element 8 base 0\nloop t = 0 .. 1\n"
     "loop i = 0 .. 3 parallel schedule static threads 2\nread M @ 64*i\nend\nend\n",
     8, 4, 4, 0},
    {"private caches do not disturb each other", "cores=2;L1=128,2,64",
     "array M element 8 base 0\nloop t = 0 .. 1\n"
     "loop i = 0 .. 3 parallel schedule static threads 2\nread M @ 64*i\nend\nend\n",
     8, 4, 0, 0},
    {"a plain loop in a region is run by every thread", ROOMY,
     "array M element 8 base 0\nregion threads 3\nloop i = 0 .. 3\nread M @ 64*i\nend\nend\n", 12, 12, 0, 0},
    {"one cache for all of them", ROOMY_SHARED,
     "array M element 8 base 0\nregion threads 3\nloop i = 0 .. 3\nread M @ 64*i\nend\nend\n", 12, 4, 0, 0},
    {"one thread", ROOMY, "array M element 8 base 0\nregion threads 3\nif one-thread\nread M @ 0\nend\nend\n", 1, 1, 0,
     0},
    {"serial code runs on thread 0", ROOMY,
     "array M element 8 base 0\nread M @ 0\nregion threads 2\nread M @ 0\nend\nread M @ 0\n", 4, 2, 0, 0},
    {"a private array has a copy for each thread", ROOMY_SHARED,
     "array M element 8 extents 8 private\nregion threads 4\nread M[0]\nend\n", 4, 4, 0, 0},
    {"a team inside a team has one thread", ROOMY,
     "array M element 8 base 0\nloop i = 0 .. 1 parallel threads 2\n"
     "loop j = 0 .. 3 parallel threads 4\nread M @ 64*j\nend\nend\n",
     8, 8, 0, 0},
    {"a region inside a region too", ROOMY,
     "array M element 8 base 0\nregion threads 2\nregion threads 4\n"
     "loop j = 0 .. 3 parallel\nread M @ 64*j\nend\nif one-thread\nread M @ 0\nend\nend\nend\n",
     9, 8, 0, 0}, /* the guard lets thread 0 of the outer team pass */
    {"more threads than cores go round", "cores=2;L1=1M,16,64",
     "array M element 8 base 0\nregion threads 3\nread M @ 0\nend\n", 3, 2, 0, 0},
    /* One line of cache. Thread 0 does both iterations, then everybody reads B:
     *   nowait:  0: A*  1: B*  0: C*  0: B*          barrier:  0: A*  0: C*  | 0: B*  1: B  */
    {"nowait", "cores=2;L1=64,1,64,shared=2",
     "array M element 8 base 0\nregion threads 2\n"
     "loop i = 0 .. 1 parallel schedule static 2 nowait\nread M @ 128*i\nend\nread M @ 64\nend\n",
     4, 3, 1, 0},
    {"barrier", "cores=2;L1=64,1,64,shared=2",
     "array M element 8 base 0\nregion threads 2\n"
     "loop i = 0 .. 1 parallel schedule static 2\nread M @ 128*i\nend\nread M @ 64\nend\n",
     4, 3, 0, 0},
    /* A worksharing loop without accesses is still a barrier. Thread 0 reads A C before it:
     *   0: A*  0: C*  | 0: B*  1: B      without the loop:  0: A*  1: B*  0: C*  0: B* */
    {"empty worksharing loop", "cores=2;L1=64,1,64,shared=2",
     "array M element 8 base 0\nregion threads 2\nif one-thread\nread M @ 0\nread M @ 128\nend\n"
     "loop i = 0 .. 1 parallel\nend\nread M @ 64\nend\n",
     4, 3, 0, 0},
    {"empty worksharing loop, nowait", "cores=2;L1=64,1,64,shared=2",
     "array M element 8 base 0\nregion threads 2\nif one-thread\nread M @ 0\nread M @ 128\nend\n"
     "loop i = 0 .. 1 parallel nowait\nend\nread M @ 64\nend\n",
     4, 3, 1, 0},
};

static void test_teams(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(teams); i++) {
    simulated s;
    simulate(&s, teams[i].body, teams[i].machine, NULL);
    if (s.status != PME_OK)
      fail_msg("%s: %s", teams[i].name, s.error.message);
    const pme_misses *m = &s.prediction->levels[0];
    if (m->accesses != teams[i].accesses || m->cold != teams[i].cold || m->self != teams[i].self ||
        m->other_threads != teams[i].other)
      fail_msg("%s: %.0f accesses, %.0f cold, %.0f self, %.0f others", teams[i].name, m->accesses, m->cold, m->self,
               m->other_threads);
    forget(&s);
  }
}

/* ---- schedules ---- */

/* Each iteration has a line of its own; private roomy caches. The first loop deals lines 0..15 out as static,1 to three
 * threads, owners 0120120120120120. The second loop is the case; its cold misses are the iterations that went to
 * another thread. */
static const struct {
  const char *loops, *line, *ends;
  double moved;
} schedules[] = {
    {"loop i = 0 .. 9 parallel schedule static 1", "i", "end\n", 0},
    {"loop i = 0 .. 9 parallel schedule static", "i", "end\n", 6},           /* 0000111222 */
    {"loop i = 0 .. 9 parallel schedule static 2", "i", "end\n", 7},         /* 0011220011 */
    {"loop i = 0 .. 9 parallel schedule static 100", "i", "end\n", 6},       /* 0000000000 */
    {"loop i = 0 .. 9 parallel schedule dynamic", "i", "end\n", 0},          /* equal work: round and round */
    {"loop i = 0 .. 9 parallel schedule dynamic 2", "i", "end\n", 7},        /* 0011220011 */
    {"loop i = 0 .. 9 parallel schedule guided", "i", "end\n", 7},           /* 0000112212: 4/10 2/6 2/4 1/2 1/1 */
    {"loop i = 0 .. 9 parallel schedule guided 3", "i", "end\n", 6},         /* 0000111222: 4/10 3/6 3/3 */
    {"loop i = 9 .. 0 step -1 parallel schedule static 1", "i", "end\n", 6}, /* line 9 to thread 0: 0210210210 */
    {"loop i = 0 .. 3 parallel collapse 2 schedule static\nloop j = 0 .. 2", "3*i + j", "end\nend\n",
     6}, /* 000011112222 */
    {"loop i = 0 .. 3 parallel collapse 2 schedule static 5\nloop j = 2 .. 0 step -1", "3*i + 2 - j", "end\nend\n",
     8}, /* 000001111122 */
    /* (0,0) (1,0) (1,1) (2,0) | (2,1) (2,2) (3,0) | (3,1) (3,2) (3,3): lines 0 4 5 8 | 9 10 12 | 13 14 15, whose
     * owners were 0 1 2 2 | 0 1 0 | 1 2 0 */
    {"loop i = 0 .. 3 parallel collapse 2 schedule static\nloop j = 0 .. i", "4*i + j", "end\nend\n", 7},
    {"loop i = 0 .. 7 parallel schedule static", "i", "end\n", 6}, /* 00011122 */
    {"loop i = 0 .. 1 parallel schedule static", "i", "end\n", 0}, /* 01: thread 2 has none */
    /* Work 1, 3, 1, 1, ...: thread 1 is busy with iteration 1 while the others go on.
     * rounds: 0:0 1:1 2:2 | 0:3 1:1 2:4 | 0:5 1:1 2:6 | 0:7 1:8 2:9 -> owners 0120202012 */
    {"loop i = 0 .. 9 parallel schedule dynamic", "i", "loop w = 1 .. min(2*i, 4 - 2*i)\nread M @ 64*i\nend\nend\n", 6},
    /* Iteration 0 takes four rounds: 0:0 1:2 2:4 | 0:0 1:3 2:5 | 0:0 1:6 2:8 | 0:0 1:7 2:9 | 0:1 -> 0011221122 */
    {"loop i = 0 .. 9 parallel schedule dynamic 2", "i", "loop w = 1 .. 3 - 4*i\nread M @ 64*i\nend\nend\n", 6},
    /* 4/10 to thread 0, 2/6 to 1, 2/4 to 2. Iteration 4 takes four rounds, so that thread 2 gets the last two:
     * 0:0 1:4 2:6 | 0:1 1:4 2:7 | 0:2 1:4 2:8 | 0:3 1:4 2:9 | 1:5 -> 0000112222 */
    {"loop i = 0 .. 9 parallel schedule guided", "i",
     "loop w = 1 .. min(4*i - 13, 19 - 4*i)\nread M @ 64*i\nend\nend\n", 6},
};

static void test_schedules(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(schedules); i++) {
    char body[1024];
    simulated s;
    snprintf(body, sizeof body,
             "array M element 8 base 0\nregion threads 3\n"
             "loop k = 0 .. 15 parallel schedule static 1\nread M @ 64*k\nend\n%s\nread M @ 64*(%s)\n%send\n",
             schedules[i].loops, schedules[i].line, schedules[i].ends);
    simulate(&s, body, ROOMY, NULL);
    if (s.status != PME_OK)
      fail_msg("%s: %s", schedules[i].loops, s.error.message);
    assert_true(s.prediction->references[0].levels[0].cold == 16);
    if (s.prediction->references[1].levels[0].cold != schedules[i].moved)
      fail_msg("%s: %.0f moved, not %.0f", schedules[i].loops, s.prediction->references[1].levels[0].cold,
               schedules[i].moved);
    forget(&s);
  }
}

/* ---- loops ---- */

static void test_loop_counts(void **state) {
  (void)state;
  simulated s;
  simulate(&s,
           "array M element 8 base 0\nloop t = 0 .. 2\nregion threads 2\n"
           "loop i = 0 .. 3 parallel\nloop j = 0 .. i\nread M @ 0\nend\nend\n"
           "loop k = 0 .. 4\nread M @ 0\nend\nend\nend\n",
           ROOMY, NULL);
  static const struct {
    double executions, trips;
  } expected[] = {{1, 3}, {3, 4}, {12, 2.5}, {6, 5}}; /* t, i (once a team), j, k (each thread) */
  assert_int_equal(s.prediction->loop_count, 4);
  for (int i = 0; i < 4; i++) {
    assert_true(s.prediction->loops[i].executions == expected[i].executions);
    assert_true(s.prediction->loops[i].trip_count == expected[i].trips);
    assert_int_equal(s.prediction->loops[i].status, PME_LOOP_MODELLED);
  }
  assert_true(s.prediction->loops[1].levels[0].accesses == 30 && s.prediction->loops[3].levels[0].accesses == 30);
  forget(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_single),
      cmocka_unit_test(test_teams),
      cmocka_unit_test(test_schedules),
      cmocka_unit_test(test_loop_counts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
