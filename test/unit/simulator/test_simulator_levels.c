/* The simulator's levels by eye: filtered ones, caches that some cores share, and lines lost to writes.
 *
 * Drawings: the lines of one set, the most recently used first; `*` marks a miss.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "simulator/simulator.h"
#include "test/unit/simulator/simulated.h"

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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_filtered_levels),
      cmocka_unit_test(test_hits_above_age_lines_below),
      cmocka_unit_test(test_filtered_line_sizes),
      cmocka_unit_test(test_clusters),
      cmocka_unit_test(test_clusters_share_by_placement),
      cmocka_unit_test(test_coherence),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
