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
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simulator/simulator.h"

#define COUNT(table) (sizeof(table) / sizeof *(table))
#define ROOMY "cores=4;L1=1M,16,64" /* private, nothing is ever evicted */
#define ROOMY_SHARED "cores=4;L1=1M,16,64,shared=4"

typedef struct simulated {
  pme_program *program;
  pme_machine machine;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_prediction *prediction;
  pme_error error;
  pme_status status;
} simulated;

static void simulate(simulated *s, const char *body, const char *machine, const pme_simulate_options *options) {
  static char text[8192];
  *s = (simulated){.status = PME_OK};
  snprintf(text, sizeof text, "pme 1\nfunction f\n%s", body);
  if (pme_program_read(text, strlen(text), &s->program, &s->error) != PME_OK ||
      pme_machine_read(machine, strlen(machine), &s->machine, &s->error) != PME_OK)
    fail_msg("%d:%d: %s\n%s", s->error.line, s->error.column, s->error.message, text);
  assert_int_equal(pme_concrete_create(s->program, &(pme_what_if){0}, &s->concrete, &s->error), PME_OK);
  s->arena = pme_arena_create();
  s->status = pme_simulate(s->concrete, &s->machine, options, s->arena, &s->prediction, &s->error);
}

static void forget(simulated *s) {
  pme_arena_destroy(s->arena);
  pme_concrete_destroy(s->concrete);
  pme_program_destroy(s->program);
}

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

/* ---- levels ---- */

/* L1 holds one line, L2 two. Direct: L2 sees A A B A; filtered: A B A. */
static void test_filtered_levels(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nread M @ 0\nread M @ 8\nread M @ 64\nread M @ 0\n";
  const char *machine = "cores=1;L1=64,1,64;L2=128,2,64";
  simulated s;
  simulate(&s, body, machine, NULL);
  assert_true(s.prediction->levels[0].misses == 3 && s.prediction->levels[0].accesses == 4);
  assert_true(s.prediction->levels[1].misses == 2 && s.prediction->levels[1].accesses == 4);
  forget(&s);
  simulate(&s, body, machine, &(pme_simulate_options){.levels = PME_LEVELS_FILTERED});
  assert_true(s.prediction->levels[0].misses == 3 && s.prediction->levels[0].accesses == 4);
  assert_true(s.prediction->levels[1].misses == 2 && s.prediction->levels[1].accesses == 3);
  forget(&s);
}

/* What L1 hides from L2 changes what L2 throws out. L1 one set of two lines, L2 one set of three.
 *   access  A    B    A    C    A    D    A    B
 *   L1      A*   BA*  AB   CA*  AC   DA*  AD   BA*
 *   direct  A*   BA*  AB   CAB* ACB  DAC* ADC  BAD*   B was thrown out by D
 *   filter  A*   BA*       CBA*      DCB*      BDC    A, never refreshed, was thrown out instead */
static void test_hits_above_age_lines_below(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nread M @ 0\nread M @ 64\nread M @ 0\nread M @ 128\nread M @ 0\n"
                     "read M @ 192\nread M @ 0\nread M @ 64\n";
  const char *machine = "cores=1;L1=128,2,64;L2=192,3,64";
  simulated s;
  simulate(&s, body, machine, NULL);
  assert_true(s.prediction->levels[1].cold == 4 && s.prediction->levels[1].self == 1);
  forget(&s);
  simulate(&s, body, machine, &(pme_simulate_options){.levels = PME_LEVELS_FILTERED});
  assert_true(s.prediction->levels[1].cold == 4 && s.prediction->levels[1].self == 0);
  assert_true(s.prediction->levels[1].accesses == 5);
  forget(&s);
}

/* A miss above asks for a whole line of that level: 128 bytes are two lines of 64 below, one of 256. */
static void test_filtered_line_sizes(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nread M @ 0\nread M @ 128\n";
  simulated s;
  simulate(&s, body, "cores=1;L1=512,4,128;L2=1024,16,64", &(pme_simulate_options){.levels = PME_LEVELS_FILTERED});
  assert_true(s.prediction->levels[1].accesses == 2 && s.prediction->levels[1].misses == 4);
  forget(&s);
  simulate(&s, body, "cores=1;L1=512,4,128;L2=1024,4,256", &(pme_simulate_options){.levels = PME_LEVELS_FILTERED});
  assert_true(s.prediction->levels[1].accesses == 2 && s.prediction->levels[1].misses == 1);
  forget(&s);
}

/* ---- clusters ---- */

#define CLUSTERS "cores=8;L1=1K,2,64;L2=2K,4,64,shared=2;L3=8K,4,64,shared=4"

/* Threads with the same letter share an instance. */
static const struct {
  const char *machine;
  int threads;
  const char *l1, *l2, *l3;
} clusters[] = {
    {CLUSTERS, 8, "ABCDEFGH", "AABBCCDD", "AAAABBBB"},
    {CLUSTERS, 3, "ABC", "AAB", "AAA"},
    {CLUSTERS, 6, "ABCDEF", "AABBCC", "AAAABB"},
    {CLUSTERS, 10, "ABCDEFGHAB", "AABBCCDDAA", "AAAABBBBAA"},
    {CLUSTERS ";placement=spread", 2, "AB", "AB", "AB"},
    {CLUSTERS ";placement=spread", 4, "ABCD", "ABCD", "ABAB"},
    {CLUSTERS ";placement=spread", 5, "ABCDE", "ABCDA", "ABABA"},
    {CLUSTERS ";placement=spread", 8, "ABCDEFGH", "ABCDABCD", "ABABABAB"},
    {CLUSTERS ";placement=spread", 10, "ABCDEFGHAB", "ABCDABCDAB", "ABABABABAB"},
    /* The last instance has two cores; when they are taken, threads go to the first. */
    {"cores=6;L1=1K,2,64;L2=2K,4,64,shared=2;L3=8K,4,64,shared=4;placement=spread", 6, "ABCDEF", "ABCBAC", "ABABAA"},
    {"cores=6;L1=1K,2,64;L2=2K,4,64,shared=2;L3=8K,4,64,shared=4", 6, "ABCDEF", "AABBCC", "AAAABB"},
};

/* Thread u reads a line, then thread v: one cold miss if they share the instance, two if not. */
static void check_pair(size_t row, int u, int v) {
  const char *const instances[] = {clusters[row].l1, clusters[row].l2, clusters[row].l3};
  char body[512];
  simulated s;
  snprintf(body, sizeof body,
           "array M element 8 base 0\nregion threads %d\n"
           "loop i = 0 .. %d parallel schedule static 1\nif i - %d, %d - i\nread M @ 0\nend\nend\n"
           "loop i = 0 .. %d parallel schedule static 1\nif i - %d, %d - i\nread M @ 0\nend\nend\nend\n",
           clusters[row].threads, clusters[row].threads - 1, u, u, clusters[row].threads - 1, v, v);
  simulate(&s, body, clusters[row].machine, NULL);
  assert_int_equal(s.status, PME_OK);
  for (int l = 0; l < 3; l++) {
    bool together = instances[l][u] == instances[l][v];
    if (s.prediction->levels[l].misses != (together ? 1 : 2))
      fail_msg("%s, %d threads: L%d of threads %d and %d", clusters[row].machine, clusters[row].threads, l + 1, u, v);
  }
  forget(&s);
}

static void test_clusters(void **state) {
  (void)state;
  for (size_t row = 0; row < COUNT(clusters); row++)
    for (int u = 0; u < clusters[row].threads; u++)
      for (int v = 0; v < clusters[row].threads; v++)
        check_pair(row, u, v);
}

/* Four threads sweep over three lines each, twice; a pair's L2 has one set of four lines. Close, the threads of a pair
 * read the same lines and hit the second time; spread, a pair is {0, 2} or {1, 3}, whose six lines throw each other
 * out. */
static void test_clusters_share_by_placement(void **state) {
  (void)state;
  const char *body = "array M element 8 base 0\nregion threads 4\nloop t = 0 .. 1\n"
                     "loop u = 0 .. 3 parallel schedule static 1\nloop i = 0 .. 2\n"
                     "read M @ 64*i + 192*(u / 2)\nend\nend\nend\nend\n";
  simulated s;
  simulate(&s, body, "cores=4;L1=256,4,64,shared=2", NULL);
  assert_true(s.prediction->levels[0].cold == 6 && s.prediction->levels[0].misses == 6);
  forget(&s);
  simulate(&s, body, "cores=4;L1=256,4,64,shared=2;placement=spread", NULL);
  assert_true(s.prediction->levels[0].cold == 12 && s.prediction->levels[0].misses == 24);
  assert_int_equal(s.prediction->level_info[0].instances, 2);
  forget(&s);
}

/* ---- coherence ---- */

#define PRIVATE "cores=2;L1=1M,16,64"
/* Thread 0 or 1 alone does what stands between; a barrier follows. */
#define THREAD_0 "loop u = 0 .. 1 parallel schedule static 1\nif -u\n"
#define THREAD_1 "loop u = 0 .. 1 parallel schedule static 1\nif u - 1\n"
#define DONE "end\nend\n"
#define TEAM_OF_2 "array M element 8 base 0\nregion threads 2\n"

static const struct {
  const char *name, *machine, *body;
  double cold, self, coherence, false_sharing; /* of the last level */
  pme_simulate_levels levels;
} coherent[] = {
    /* Cold misses: A for each thread that touches it. */
    {"a write takes the line away", PRIVATE, TEAM_OF_2 "read M @ 0\n" THREAD_0 "write M @ 0\n" DONE "read M @ 0\nend\n",
     2, 0, 1, 0, PME_LEVELS_DIRECT},
    {"a read does not", PRIVATE, TEAM_OF_2 "read M @ 0\n" THREAD_0 "read M @ 0\n" DONE "read M @ 0\nend\n", 2, 0, 0, 0,
     PME_LEVELS_DIRECT},
    {"another part of the line: false sharing", PRIVATE,
     TEAM_OF_2 "read M @ 8\n" THREAD_0 "write M @ 0\n" DONE "read M @ 8\nend\n", 2, 0, 1, 1, PME_LEVELS_DIRECT},
    {"the later write to a line that is lost already counts", PRIVATE,
     TEAM_OF_2 "read M @ 8\n" THREAD_0 "write M @ 0\nwrite M @ 8\n" DONE "read M @ 8\nend\n", 2, 0, 1, 0,
     PME_LEVELS_DIRECT},
    {"bytes that overlap", PRIVATE, TEAM_OF_2 "read M @ 8\n" THREAD_0 "write M @ 15 size 1\n" DONE "read M @ 8\nend\n",
     2, 0, 1, 0, PME_LEVELS_DIRECT},
    {"a line of 128 bytes is told apart in units of 2", "cores=2;L1=1M,16,128",
     TEAM_OF_2 "read M @ 8\n" THREAD_0 "write M @ 17 size 1\n" DONE "read M @ 16 size 1\nread M @ 8\nend\n", 2, 0, 1, 0,
     PME_LEVELS_DIRECT},
    {"within one instance nothing is lost", "cores=2;L1=1M,16,64,shared=2",
     TEAM_OF_2 "read M @ 0\n" THREAD_0 "write M @ 0\n" DONE "read M @ 0\nend\n", 1, 0, 0, 0, PME_LEVELS_DIRECT},
    /* Threads 0 1 | 2 3. Thread 0 writes; 2 misses and brings the line back for 3. */
    {"pairs of threads", "cores=4;L1=1M,16,64,shared=2",
     "array M element 8 base 0\nregion threads 4\nread M @ 0\n"
     "loop u = 0 .. 3 parallel schedule static 1\nif -u\nwrite M @ 0\nend\nend\nread M @ 0\nend\n",
     2, 0, 1, 0, PME_LEVELS_DIRECT},
    {"a straddling write takes two lines", PRIVATE,
     TEAM_OF_2 "read M @ 0 size 128\n" THREAD_0 "write M @ 60 size 8\n" DONE "read M @ 64\nread M @ 0\nend\n", 4, 0, 2,
     1, PME_LEVELS_DIRECT}, /* bytes 64..67 are wanted, 60..63 are not */
    /* One line: thread 1 reads A, then B throws A out, so that the write finds nothing to take away. */
    {"evicted before it could be invalidated", "cores=2;L1=64,1,64",
     TEAM_OF_2 THREAD_1 "read M @ 0\nread M @ 64\n" DONE THREAD_0 "write M @ 0\n" DONE THREAD_1 "read M @ 0\n" DONE
                        "end\n",
     3, 1, 0, 0, PME_LEVELS_DIRECT},
    /* Or would have been evicted since: B would have thrown A out. */
    {"evicted anyway", "cores=2;L1=64,1,64",
     TEAM_OF_2 THREAD_1 "read M @ 0\n" DONE THREAD_0 "write M @ 0\n" DONE THREAD_1 "read M @ 64\nread M @ 0\n" DONE
                        "end\n",
     3, 1, 0, 0, PME_LEVELS_DIRECT},
    /* Thread 1: A*  B A*  | B is taken: A  | C A*  A C  B A* : the empty way is filled before A is thrown out.
     * Otherwise C would have thrown A out, and A then B: the last miss is not due to the write. */
    {"the empty way is filled first", "cores=2;L1=128,2,64",
     TEAM_OF_2 THREAD_1 "read M @ 0\nread M @ 64\n" DONE THREAD_0 "write M @ 64\n" DONE THREAD_1
                        "read M @ 128\nread M @ 0\nread M @ 64\n" DONE "end\n",
     4, 1, 0, 0, PME_LEVELS_DIRECT},
    /* The same in one set of 40 ways: 40 lines, line 20 is taken, one more comes in; the other 39 are still there. */
    {"the same with many ways", "cores=2;L1=2560,full,64",
     TEAM_OF_2 THREAD_1 "loop i = 0 .. 39\nread M @ 64*i\nend\n" DONE THREAD_0 "write M @ 1280\n" DONE THREAD_1
                        "read M @ 2560\nloop i = 0 .. 39\nif 19 - i\nread M @ 64*i\nend\nif i - 21\nread M @ "
                        "64*i\nend\nend\nread M @ 1280\n" DONE "end\n",
     42, 1, 0, 0, PME_LEVELS_DIRECT},
    /* Counters side by side, in turn: after the first round every write finds its line taken by the other. */
    {"ping-pong", PRIVATE,
     TEAM_OF_2 "loop t = 0 .. 9\nloop u = 0 .. 1 parallel schedule static 1 nowait\nwrite M @ 8*u\nend\nend\nend\n", 2,
     0, 18, 18, PME_LEVELS_DIRECT},
    {"serial code is thread 0", PRIVATE,
     "array M element 8 base 0\nregion threads 2\nread M @ 0\nend\nwrite M @ 0\nregion threads 2\nread M @ 0\nend\n", 2,
     0, 1, 0, PME_LEVELS_DIRECT},
    /* L1 holds one line. Thread 1 has A in L2 only; the write of thread 0 hits its L1, and L2 never hears of it. */
    {"a write that a level above hides takes effect below", "cores=2;L1=64,1,64;L2=1M,16,64",
     TEAM_OF_2 THREAD_1 "read M @ 0\nread M @ 64\n" DONE THREAD_0 "read M @ 0\nwrite M @ 0\n" DONE THREAD_1
                        "read M @ 8\n" DONE "end\n",
     3, 0, 1, 1, PME_LEVELS_FILTERED},
};

static void test_coherence(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(coherent); i++) {
    simulated s;
    simulate(&s, coherent[i].body, coherent[i].machine,
             &(pme_simulate_options){.coherence = true, .levels = coherent[i].levels});
    if (s.status != PME_OK)
      fail_msg("%s: %s", coherent[i].name, s.error.message);
    const pme_misses *m = &s.prediction->levels[s.prediction->level_count - 1];
    if (m->cold != coherent[i].cold || m->self != coherent[i].self || m->coherence != coherent[i].coherence ||
        m->false_sharing != coherent[i].false_sharing || m->other_threads != 0 ||
        m->misses != m->cold + m->self + m->coherence)
      fail_msg("%s: %.0f cold, %.0f self, %.0f others, %.0f coherence, %.0f of them false", coherent[i].name, m->cold,
               m->self, m->other_threads, m->coherence, m->false_sharing);
    forget(&s);
    simulate(&s, coherent[i].body, coherent[i].machine, NULL); /* unless it is asked for, writes are like reads */
    assert_true(s.prediction->levels[0].coherence == 0 && s.prediction->levels[0].false_sharing == 0);
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

/* ---- bases ---- */

/* One set of one line each for two lines: A and B meet in half of the placements, but never as members of one group
 * that stand one line apart. */
static void test_random_bases(void **state) {
  (void)state;
  const char *body = "loop t = 0 .. 9\nread A @ 0\nread B @ 0\nend\n", *machine = "cores=1;L1=128,1,64";
  char text[256];
  pme_simulate_options options = {.random_bases = 400, .seed = 5};
  simulated s, again;
  snprintf(text, sizeof text, "array A element 8 align 64\narray B element 8 align 64\n%s", body);
  simulate(&s, text, machine, &options);
  simulate(&again, text, machine, &options);
  const pme_misses *m = &s.prediction->levels[0];
  assert_true(m->misses == again.prediction->levels[0].misses); /* equal seeds, equal results */
  assert_true(m->accesses == 20 && m->cold == 2);
  assert_int_equal(m->precision, PME_PRECISION_ESTIMATE);
  assert_true(m->low <= 11 && 11 <= m->high && m->high - m->low < 4); /* the mean of 2 and 20 */
  assert_int_equal(s.prediction->assumption_count, 1);
  forget(&s);
  forget(&again);

  snprintf(text, sizeof text, "array A element 8 align 64 group 1 base 0\narray B element 8 group 1 base 64\n%s", body);
  simulate(&s, text, machine, &options);
  assert_true(s.prediction->levels[0].misses == 2 && s.prediction->levels[0].high == 2);
  forget(&s);

  snprintf(text, sizeof text, "array A element 8 base 0\narray B element 8 base 128\n%s", body); /* given: no draw */
  simulate(&s, text, machine, &options);
  assert_true(s.prediction->levels[0].misses == 20 && s.prediction->levels[0].low == 20);
  assert_int_equal(s.prediction->assumption_count, 0);
  forget(&s);
}

/* A draw never makes an element straddle: bases are multiples of the element's own alignment. */
static void test_random_bases_do_not_straddle(void **state) {
  (void)state;
  simulated s;
  simulate(&s, "array A element 8\nloop i = 0 .. 7\nread A @ 64*i\nend\n", ROOMY,
           &(pme_simulate_options){.random_bases = 100});
  assert_true(s.prediction->levels[0].misses == 8);
  forget(&s);
}

/* Arrays without bases follow each other: A takes 8 lines and reaches one line below, so B and A touch 9 + 8 lines. */
static void test_placed_bases_do_not_overlap(void **state) {
  (void)state;
  simulated s;
  simulate(
      &s,
      "array B element 8 extents 64\narray A element 8 extents 64\nloop i = 0 .. 63\nread B[i]\nread A @ 8*i - 64\n"
      "read A @ 8*i\nend\n",
      ROOMY, NULL);
  assert_true(s.prediction->levels[0].misses == 8 + 9);
  assert_int_equal(s.prediction->levels[0].precision, PME_PRECISION_EXACT);
  assert_int_equal(s.prediction->assumption_count, 1);
  forget(&s);
}

/* ---- other interleavings ---- */

/* Threads 25 lines apart; eight sets of one line. In lock step they never meet in a set, otherwise they do. */
static const char sweeps[] = "array A element 8 base 0\nloop t = 0 .. 3\n"
                             "loop i = 0 .. 99 parallel threads 4\n"
                             "loop j = 0 .. 7\nread A @ 64*i + 8*j\nend\nend\nend\n";

static void test_interleavings(void **state) {
  (void)state;
  const char *machine = "cores=4;L1=512,1,64,shared=4";
  double misses[3];
  for (int i = 0; i <= PME_INTERLEAVE_DRIFT; i++) {
    pme_simulate_options options = {.interleave = (pme_simulate_interleave)i, .seed = 11};
    simulated s, again;
    simulate(&s, sweeps, machine, &options);
    simulate(&again, sweeps, machine, &options);
    assert_int_equal(s.status, PME_OK);
    assert_true(s.prediction->levels[0].accesses == 4 * 100 * 8);
    assert_true(s.prediction->levels[0].cold == 100);
    assert_true(s.prediction->levels[0].misses == again.prediction->levels[0].misses);
    misses[i] = s.prediction->levels[0].misses;
    forget(&s);
    forget(&again);
  }
  assert_true(misses[0] == 400 && misses[1] > 500 && misses[2] > 400);
}

/* With one thread there is only one order; private caches that are large enough do not care. */
static void test_interleavings_of_one_thread(void **state) {
  (void)state;
  for (int i = 0; i <= PME_INTERLEAVE_DRIFT; i++) {
    pme_simulate_options options = {.interleave = (pme_simulate_interleave)i};
    simulated s;
    simulate(&s,
             "array A element 8 base 0\nregion threads 1\nloop t = 0 .. 1\nloop i = 0 .. 9 parallel\n"
             "read A @ 64*i\nend\nend\nend\n",
             "cores=1;L1=512,8,64", &options);
    assert_true(s.prediction->levels[0].misses == 20);
    forget(&s);
  }
}

/* ---- limits and faults ---- */

static const struct {
  const char *name, *body;
} endless[] = {
    {"a row", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nread A @ 0\nend\n"},
    {"a team", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000 parallel threads 3\nread A @ 0\nend\n"},
    {"dynamic", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000 parallel schedule dynamic 7 threads 3\n"
                "loop j = 0 .. 1\nread A @ 8*j\nend\nend\n"},
    {"guided", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000 parallel schedule guided threads 3\n"
               "read A @ 0\nend\n"},
    {"huge chunks", "array A element 8 base 0\n"
                    "loop i = 0 .. 1000000000000000000 parallel schedule static 900000000000000000 threads 16\n"
                    "read A @ 0\nend\n"},
    {"a guard that never holds", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nif -1 - i\n"
                                 "read A @ 0\nend\nend\n"},
    {"inner loops that never run", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nloop j = 1 .. 0\n"
                                   "read A @ 0\nend\nend\n"},
    {"collapse", "array A element 8 base 0\nloop i = 0 .. 1000000000 parallel collapse 2 threads 2\n"
                 "loop j = 0 .. 1000000000\nread A @ 0\nend\nend\n"},
    {"triangular collapse", "array A element 8 base 0\nloop i = 0 .. 1000000000000 parallel collapse 2 threads 2\n"
                            "loop j = 0 .. i\nread A @ 0\nend\nend\n"},
    {"empty triangular collapse", "array A element 8 base 0\n"
                                  "loop i = 0 .. 1000000000000 parallel collapse 2 threads 2\n"
                                  "loop j = i + 1 .. i\nread A @ 0\nend\nend\n"},
    {"wide accesses", "array A element 8 base 0\nloop i = 0 .. 1000000\nread A @ 0 size 1000000\nend\n"},
    {"barriers only", "array A element 8 base 0\nregion threads 2\nloop i = 0 .. 1000000000000000000\n"
                      "loop j = 1 .. 0 parallel\nread A @ 0\nend\nend\nend\n"},
    {"regions only", "array A element 8 base 0\nloop i = 0 .. 1000000000000000000\nregion threads 2\n"
                     "if -1\nread A @ 0\nend\nend\nend\n"},
};

static void test_budget(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(endless); i++) {
    for (int order = 0; order <= PME_INTERLEAVE_DRIFT; order++) {
      simulated s;
      pme_simulate_options options = {.max_accesses = 100000, .interleave = (pme_simulate_interleave)order};
      simulate(&s, endless[i].body, "cores=16;L1=1K,2,64", &options);
      if (s.status != PME_OVER_BUDGET || !strstr(s.error.message, "limit of 100000"))
        fail_msg("%s: status %d, %s", endless[i].name, s.status, s.error.message);
      forget(&s);
    }
  }
}

static void test_budget_is_sharp(void **state) {
  (void)state;
  const char *body = "array A element 8 base 0\nloop i = 0 .. 99\nread A @ 0\nend\n";
  simulated s;
  simulate(&s, body, ROOMY, &(pme_simulate_options){.max_accesses = 100});
  assert_int_equal(s.status, PME_OK);
  forget(&s);
  simulate(&s, body, ROOMY, &(pme_simulate_options){.max_accesses = 99});
  assert_int_equal(s.status, PME_OVER_BUDGET);
  forget(&s);
}

static void test_memory_limit(void **state) {
  (void)state;
  simulated s;
  pme_simulate_options options = {.max_memory_bytes = 8 << 20};
  simulate(&s, "array A element 8 base 0\nloop i = 0 .. 99999999\nread A @ 1048576*i\nend\n", ROOMY, &options);
  assert_int_equal(s.status, PME_OVER_BUDGET);
  assert_non_null(strstr(s.error.message, "memory limit"));
  forget(&s);
  simulate(&s, "array A element 8 base 0\nread A @ 0\n", "cores=1;L1=1T,16,64", &options);
  assert_int_equal(s.status, PME_OVER_BUDGET);
  forget(&s);
}

static bool stop_at_once(void *context, uint64_t accesses) {
  *(uint64_t *)context = accesses;
  return false;
}

static void test_progress_can_stop(void **state) {
  (void)state;
  uint64_t reported = 0;
  simulated s;
  pme_simulate_options options = {.progress = stop_at_once, .progress_context = &reported};
  simulate(&s, "array A element 8 base 0\nloop i = 0 .. 99999999\nread A @ 0\nend\n", ROOMY, &options);
  assert_int_equal(s.status, PME_OVER_BUDGET);
  assert_true(reported > 0 && reported < 99999999);
  forget(&s);
}

static void test_bad_arguments(void **state) {
  (void)state;
  static const pme_simulate_options bad[] = {{.random_bases = -1},
                                             {.random_bases = PME_SIMULATE_MAX_DRAWS + 1},
                                             {.interleave = (pme_simulate_interleave)7},
                                             {.levels = (pme_simulate_levels)7}};
  for (size_t i = 0; i < COUNT(bad); i++) {
    simulated s;
    simulate(&s, "", ROOMY, &bad[i]);
    assert_int_equal(s.status, PME_BAD_ARGUMENT);
    forget(&s);
  }
  simulated s;
  simulate(&s, "", ROOMY, NULL); /* nothing to do is no fault */
  assert_int_equal(s.status, PME_OK);
  assert_true(s.prediction->levels[0].accesses == 0);
  forget(&s);
}

/* What is not modelled is left out; the rest is simulated. */
static void test_parts_that_are_not_modelled(void **state) {
  (void)state;
  simulated s;
  simulate(&s,
           "param n\narray A element 8 base 0\nloop i = 0 .. 3\nread A @ 64*i\nread A @ 8*n\nloop j = 0 .. n\n"
           "read A @ 0\nend\nend\n",
           ROOMY, NULL);
  assert_int_equal(s.status, PME_OK);
  assert_true(s.prediction->levels[0].accesses == 4);
  assert_false(s.prediction->references[1].modelled);
  assert_false(s.prediction->references[2].modelled);
  assert_int_equal(s.prediction->loops[0].status, PME_LOOP_PARTLY);
  forget(&s);
}

/* Every allocation fails once: an orderly answer each time. */
static void test_out_of_memory(void **state) {
  (void)state;
  const char *body = "array A element 8\narray B element 8 private\nregion threads 3\n"
                     "loop i = 0 .. 30 parallel collapse 2 schedule dynamic nowait\nloop j = 0 .. i\n"
                     "read A @ 4096*i + 64*(j / 2)\nwrite A @ 8*j\nread B @ 8*j\nend\nend\nend\n";
  pme_simulate_options options = {.coherence = true};
  simulated s;
  simulate(&s, body, "cores=4;L1=4K,4,64;L2=64K,full,64,shared=4", NULL);
  pme_status status = PME_NO_MEMORY;
  long n = 1;
  for (; status == PME_NO_MEMORY; n++) {
    assert_true(n < 10000);
    pme_arena *arena = pme_arena_create();
    pme_prediction *prediction;
    pme_error error = {0};
    pme_fail_allocation_after(n);
    status = pme_simulate(s.concrete, &s.machine, &options, arena, &prediction, &error);
    pme_fail_allocation_after(0);
    pme_arena_destroy(arena);
  }
  assert_int_equal(status, PME_OK);
  assert_true(n > 20);
  forget(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_single),
      cmocka_unit_test(test_teams),
      cmocka_unit_test(test_schedules),
      cmocka_unit_test(test_filtered_levels),
      cmocka_unit_test(test_hits_above_age_lines_below),
      cmocka_unit_test(test_filtered_line_sizes),
      cmocka_unit_test(test_clusters),
      cmocka_unit_test(test_clusters_share_by_placement),
      cmocka_unit_test(test_coherence),
      cmocka_unit_test(test_loop_counts),
      cmocka_unit_test(test_random_bases),
      cmocka_unit_test(test_random_bases_do_not_straddle),
      cmocka_unit_test(test_placed_bases_do_not_overlap),
      cmocka_unit_test(test_interleavings),
      cmocka_unit_test(test_interleavings_of_one_thread),
      cmocka_unit_test(test_budget),
      cmocka_unit_test(test_budget_is_sharp),
      cmocka_unit_test(test_memory_limit),
      cmocka_unit_test(test_progress_can_stop),
      cmocka_unit_test(test_bad_arguments),
      cmocka_unit_test(test_parts_that_are_not_modelled),
      cmocka_unit_test(test_out_of_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
