/* What a loop costs: streams of lines, work beside them, and translations of addresses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/time/cost.h"
#include "analysis/advise/time/loop_body.h"
#include "analysis/advise/time/memory_time.h"
#include "analysis/advise/time/overrun.h"
#include "analysis/advise/time/unrolled_loop.h"
#include "analysis/advise/time/vector_ports.h"
#include "analysis/advise/time/work_distribution.h"
#include "pmecache/advice.h"
#include "test/unit/advise/asked.h"

/* Records of 200 bytes: an access to one field leaves lines out, all fields together are a stream. */
static void test_records_are_streams(void **state) {
  (void)state;
  char program[2000] = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99999 parallel work 1\n";
  size_t length = strlen(program);
  char one[sizeof program + 20];
  snprintf(one, sizeof one, "%sread a @ 200*i\nend\n", program);
  for (int field = 0; field < 25; field++)
    length += (size_t)snprintf(program + length, sizeof program - length, "read a @ 200*i + %d\n", 8 * field);
  snprintf(program + length, sizeof program - length, "end\n");
  asked a = ask(one, FOUR_CORES, 1, (pme_advise_options){.scope = PME_ADVISE_CHUNK, .thorough = true});
  assert_true(only(&a)->now.scattered > 0 && only(&a)->now.streams <= 0);
  release(&a);
  a = ask(program, FOUR_CORES, 1, (pme_advise_options){.scope = PME_ADVISE_CHUNK, .thorough = true});
  assert_true(only(&a)->now.streams > 0 && only(&a)->now.scattered <= 0);
  release(&a);
}

#define ONE_CORE "cores=1;L1=32K,8,64,latency=4,throughput=2;memory=300,throughput=10,core=20,"

/* Of the loop as it is. */
static pme_loop_time time_of(const char *program, const char *machine) {
  asked a = ask(program, machine, 1, (pme_advise_options){.only_now = true});
  pme_loop_time time = only(&a)->now;
  release(&a);
  return time;
}

/* As many lines, from one array or from two: two streams wait for the next pages of both together. */
static void test_streams_share_their_waits(void **state) {
  (void)state;
  const char *one =
      "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 199999 parallel work 1\nread a @ 8*i\nend\n";
  const char *two = "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n"
                    "loop i = 0 .. 99999 parallel work 1\nread a @ 8*i\nread b @ 8*i\nend\n";
  double lines = 25000;
  pme_loop_time alone = time_of(one, ONE_CORE "streams=12"), together = time_of(two, ONE_CORE "streams=12");
  assert_true(fabs(alone.streams / lines - 20) < 0.5);
  assert_true(fabs(together.streams / lines - 16) < 0.5);
  /* Not measured: one stream is as good as several. */
  assert_true(fabs(time_of(two, ONE_CORE "scattered=50").streams / lines - 20) < 0.5);
}

/* A core that has much to do for each line comes to fewer of them ahead of time. */
static void test_work_slows_streams_down(void **state) {
  (void)state;
  const char *idle =
      "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99999 parallel work 1\nread a @ 8*i\nend\n";
  const char *busy =
      "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99999 parallel work 12\nread a @ 8*i\nend\n";
  pme_loop_time less = time_of(idle, ONE_CORE "streams=12"), more = time_of(busy, ONE_CORE "streams=12");
  assert_true(more.streams > 1.5 * less.streams && more.streams < 2.5 * less.streams);
}

/* Columns of 400 rows, a row longer than a page: each access needs a translation where fewer are kept. */
static void test_columns_need_translations(void **state) {
  (void)state;
  const char *columns = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99 parallel work 1\n"
                        "loop j = 0 .. 399 work 1\nread a @ 8*i + 8192*j\nend\nend\n";
  double accesses = 40000;
  assert_true(time_of(columns, ONE_CORE "streams=12;pages=4096,4K,walk=10").pages < 0.05 * 10 * accesses);
  assert_true(fabs(time_of(columns, ONE_CORE "streams=12;pages=64,4K,walk=10").pages - 10 * accesses) < 1);
  assert_true(time_of(columns, ONE_CORE "streams=12").pages <= 0);
  /* Points of a stencil, and members of a record, need one together. */
  const char *points = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99 parallel work 1\n"
                       "loop j = 1 .. 398 work 3\nread a @ 8*i + 8192*j - 8192\nread a @ 8*i + 8192*j\n"
                       "read a @ 8*i + 8192*j + 8192\nread a @ 8*i + 8192*j + 24\nend\nend\n";
  assert_true(fabs(time_of(points, ONE_CORE "streams=12;pages=64,4K,walk=10").pages - 10 * 398 * 100) < 1);
  /* The same where all lines are in a cache: nothing comes from the memory. */
  const char *again = "pme 1\nfunction f\narray a element 8 base 0\nloop p = 0 .. 399 work 1\nloop q = 0 .. 99 work 1\n"
                      "read a @ 8*q + 8192*p\nend\nend\nloop i = 0 .. 99 parallel work 1\nloop j = 0 .. 399 work 1\n"
                      "read a @ 8*i + 8192*j\nend\nend\n";
  pme_loop_time cached =
      time_of(again, "cores=1;L1=4K,8,64,latency=4,throughput=2;L2=16M,16,64,latency=14,throughput=3;"
                     "memory=300,throughput=10,core=20,streams=12;pages=64,4K,walk=10");
  assert_true(cached.bandwidth <= 0 && fabs(cached.pages - 10 * accesses) < 1);
  /* The same where a loop goes through the points. */
  const char *window = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 99 parallel work 1\n"
                       "loop j = 3 .. 396 work 1\nloop d = -3 .. 3 work 1\nread a @ 8*i + 8192*j + 8192*d\nend\n"
                       "end\nend\n";
  assert_true(fabs(time_of(window, ONE_CORE "streams=12;pages=64,4K,walk=10").pages - 10 * 400 * 100) < 10);
  /* Rows: a stream brings its own. */
  const char *rows = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 399 parallel work 1\n"
                     "loop j = 0 .. 99 work 1\nread a @ 8192*i + 8*j\nend\nend\n";
  assert_true(time_of(rows, ONE_CORE "streams=12;pages=64,4K,walk=10").pages <= 0);
}

#define TWO_CORES                                                                                                      \
  "cores=2;L1=32K,8,64,latency=4,throughput=3;L2=1M,8,64,latency=14,throughput=3;L3=16M,16,64,shared=2,"               \
  "latency=53,throughput=3.5;memory=404,throughput=3,core=5;transfer=126;issue=4.5;chain=3"

static const char paths[] = "pme 1\nfunction f\narray a element 8 align 64\narray b element 8 align 64\n"
                            "loop k = 0 .. 199\nloop i = 0 .. 199 parallel schedule static %d work 2\n"
                            "loop j = 0 .. 199 work 4\nread a @ 1600*i + 8*j\n%s @ 1600*i + 8*j\nend\nend\nend\n";

/* Chunks of four rows of 25 lines, again and again, by two threads whose rows stay in their caches: what prefetchers take
 * from the other behind each chunk costs more than chunks of 64 rows lose by uneven work. Rows that nobody writes are
 * only read once more. */
static void test_prefetchers_run_over_ends_of_chunks(void **state) {
  static const struct {
    int chunk;
    const char *second;
    double least, most; /* overrun / whole time */
  } cases[] = {{4, "write a", 0.4, 0.9}, {64, "write a", 0, 0.2}, {4, "read b", 0, 0}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text, paths, cases[i].chunk, cases[i].second);
    asked a = ask(text, TWO_CORES, 2, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
    const pme_loop_time *now = &only(&a)->candidates[only(&a)->present].time;
    double share = now->overrun / now->cycles;
    if (share < cases[i].least || share > cases[i].most)
      fail_msg("case %zu: %g", i, share);
    assert_true(only(&a)->candidates[0].chunk != 4 || cases[i].second[0] == 'r');
    release(&a);
  }
}

/* Rows that were made before the loop over k, by one thread, are only read in it. */
static void test_ends_of_chunks_of_what_was_made_before(void **state) {
  static const char made[] = "pme 1\nfunction f\narray a element 8 align 64\narray b element 8 align 64\n"
                             "loop m = 0 .. 39999\nwrite %s @ 8*m\nend\n";
  static const char *const of[] = {"a", "b"};
  (void)state;
  for (int i = 0; i < 2; i++) {
    char text[900], used[600];
    snprintf(text, sizeof text, made, of[i]);
    snprintf(used, sizeof used, paths, 4, "read b");
    strncat(text, strstr(used, "loop k"), sizeof text - strlen(text) - 1);
    asked a = ask(text, TWO_CORES, 2, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
    assert_true(only(&a)->candidates[only(&a)->present].time.overrun <= 0);
    release(&a);
  }
}

/* How far prefetchers go is not known: advice promises what two lines at the end of a chunk cost. */
static void test_ends_of_chunks_may_cost_little(void **state) {
  (void)state;
  char text[600];
  snprintf(text, sizeof text, paths, 4, "write a");
  asked a = ask(text, TWO_CORES, 2, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
  const pme_loop_advice *loop = only(&a);
  const pme_loop_time *now = &loop->candidates[loop->present].time;
  assert_true(now->coherence_least < 0.15 * now->coherence && now->coherence_most > 5 * now->coherence);
  assert_true(loop->candidates[0].ratio < 0.75 && loop->candidates[0].ratio_high > 0.85);
  release(&a);
}

/* What a loop of `form` and its first %d are taken to cost with two threads. */
static pme_loop_time time_of_two(const char *form, int number) {
  char text[600];
  snprintf(text, sizeof text, form, number);
  asked a = ask(text, TWO_CORES, 2, (pme_advise_options){.only_now = true});
  pme_loop_time time = only(&a)->now;
  release(&a);
  return time;
}

static const char prices[] = "pme 1\nfunction f\narray a element 8 align 64\narray b element 8 align 64\n"
                             "loop i = 0 .. 39999 parallel schedule static 1 work %d\nread a @ 8*i\n"
                             "write b @ 8*i\nend\n";

/* Stores to lines that another thread writes wait in a buffer: what goes on beside them hides them, if it is enough. */
static void test_stores_wait_behind_computing(void **state) {
  static const struct {
    int work;
    double least, most; /* time with these stores / time without them */
    bool pays;
  } cases[] = {{600, 1, 1.02, false}, {2, 3, 30, true}};
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text, prices, cases[i].work);
    asked a = ask(text, TWO_CORES, 2, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
    const pme_loop_time *now = &only(&a)->candidates[only(&a)->present].time;
    pme_loop_time without = *now;
    without.coherence -= now->stores;
    without.stores = 0;
    double ratio = now->cycles / pme__cycles_together(&without);
    if (now->stores <= 0 || ratio < cases[i].least || ratio > cases[i].most || only(&a)->pays != cases[i].pays)
      fail_msg("case %zu: %g of %g, %g times", i, now->stores, now->cycles, ratio);
    release(&a);
  }
}

/* Of eight numbers in a line each of two threads writes four: one by one in lock step, at once where they drift apart. */
static void test_drifting_threads_lose_a_line_once(void **state) {
  (void)state;
  pme_loop_time t = time_of_two(prices, 2);
  assert_true(fabs(t.stores_least / t.stores - PME__SHARING_LEAST / PME__SHARING_USUAL / 4) < 0.001);
}

/* A recurrence down columns that threads write side by side: a thread has what it wrote last itself, but not what it
 * wrote %d elements before. */
static void test_own_stores_are_forwarded(void **state) {
  static const char columns[] = "pme 1\nfunction f\narray v element 8 align 64\n"
                                "loop i = 0 .. 255 parallel schedule static 1 work 1\n"
                                "loop j = 200 .. 399 work 2\nread v @ 8*i + 2048*j - 2048*%d\n"
                                "write v @ 8*i + 2048*j\nend\nend\n";
  (void)state;
  pme_loop_time next = time_of_two(columns, 1), far = time_of_two(columns, 150);
  assert_true(next.stores > 0 && next.coherence - next.stores - next.overrun < 0.01 * next.stores);
  assert_true(far.coherence - far.stores > 0.1 * far.stores);
}

/* A chunk is so many operations: they cost nothing beside divisions that take longer. */
static void test_chunks_are_computed_beside_the_body(void **state) {
  static const char loop[] = "pme 1\nfunction f\narray a element 8 align 64\n"
                             "loop i = 0 .. 99999 parallel schedule static 1 work 4 divide %d\nread a @ 8*i\nend\n";
  (void)state;
  pme_loop_time shorter = time_of_two(loop, 0), longer = time_of_two(loop, 40);
  double chunks = 50000;
  assert_true((shorter.overhead - shorter.team) / chunks > 2 && (shorter.overhead - shorter.team) / chunks < 6);
  assert_true(longer.overhead - longer.team < 0.01 * chunks);
}

/* Calls of the mathematical library take what was measured of them, not what as many operations of the core do. */
static void test_calls_of_the_library(void **state) {
  static const char machine_text[] = "cores=1;L1=32K,8,64,latency=4;memory=300;issue=9%s";
  static const char program_text[] = "pme 1\nfunction f\narray a element 8 align 64\n"
                                     "loop i = 0 .. 999 parallel schedule static work 92 library 90\nread a @ 0\nend\n";
  static const char *const keys[] = {"", ";library=1", ";library=3"};
  static const double cycles[] = {10, 20, 60}; /* of 90 operations, an iteration */
  (void)state;
  for (int i = 0; i < 3; i++) {
    char text[128];
    snprintf(text, sizeof text, machine_text, keys[i]);
    pme_loop_time t = time_of(program_text, text);
    assert_true(fabs(t.compute / 1000 - cycles[i]) < 0.5);
  }
}

/* How far two cores are from each other changes: short loops that start a team each are up to so much slower. */
static void test_teams_may_take_longer(void **state) {
  static const char loop[] = "pme 1\nfunction f\narray a element 8 align 64\nloop k = 0 .. 99\n"
                             "loop i = 0 .. 63 parallel schedule static %d work 1\nread a @ 8*i\nend\nend\n";
  (void)state;
  pme_loop_time t = time_of_two(loop, 8);
  assert_true(t.team > 0.5 * t.cycles && t.high > t.cycles + (PME__TEAM_MOST - 1) * t.team);
}

/* Chunks that threads ask for cost what the machine says, or a transfer; with LLVM's runtimes up to twenty. */
static void test_chunks_are_handed_out(void **state) {
  static const char loop[] = "pme 1\nfunction f\narray a element 8 align 64\n"
                             "loop i = 0 .. 9999 parallel schedule %s 10 work 1\nread a @ 8*i\nend\n";
  static const struct {
    const char *machine, *schedule;
    double handout, most, team;
  } rows[] = {{"transfer=100", "dynamic", 50e3, 1000e3, 1200},
              {"transfer=100;handout=700;team=5000", "dynamic", 350e3, 700e3, 5000},
              {"transfer=100;handout=700", "static", 0, 0, 1200}};
  (void)state;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char program[256], machine[160];
    snprintf(program, sizeof program, loop, rows[i].schedule);
    snprintf(machine, sizeof machine, "cores=2;L1=32K,8,64,latency=4;memory=300;%s", rows[i].machine);
    asked a = ask(program, machine, 2, (pme_advise_options){.only_now = true});
    pme_loop_time t = only(&a)->now;
    release(&a);
    assert_true(fabs(t.handout - rows[i].handout) < 1 && fabs(t.handout_most - rows[i].most) < 1);
    assert_true(fabs(t.team - rows[i].team) < 1 && t.overhead >= t.team + t.handout);
    assert_true(t.high >= t.cycles + t.handout_most - t.handout);
  }
}

/* What the time is put together from, of a triangle that two threads walk in blocks of rows of 4096 bytes. */
static void test_pieces(void **state) {
  enum { ROWS = 0, COLUMNS = 1, ACCESS = 2 };
  (void)state;
  asked a = ask("pme 1\nfunction f\narray a element 8 align 64\nloop i = 0 .. 255 parallel schedule static work 1\n"
                "loop j = 0 .. i work 6 vector 2\nwrite a @ 4096*i + 8*j\nend\nend\n",
                FOUR_CORES, 2, (pme_advise_options){.only_now = true});
  pme__costs costs;
  assert_true(pme__costs_of(a.machine, &costs));
  assert_true(costs.transfer == 80 && costs.issue == 4);
  pme__loop_body body = pme__loop_body_of(a.advice->prediction, COLUMNS);
  assert_true(body.is_innermost && body.vector == 2 && body.operations == 6 && body.moving_accesses == 1);
  assert_int_equal(pme__stride_along(a.concrete, ACCESS, ROWS), 4096);
  assert_int_equal(pme__stride_of(a.concrete, ACCESS), 8);
  pme__work_distribution distribution;
  assert_true(pme__work_distribution_of(a.concrete, ROWS, a.arena, &distribution));
  assert_true(distribution.imbalance > 1.45 && distribution.imbalance < 1.55 && distribution.is_uneven);
  assert_int_equal(pme__outermost_private(a.advice->prediction), 1);
  pme__memory_time waits = pme__memory_time_of(a.advice->prediction, &costs, ROWS, PME__WINDOW_UNKNOWN, 0);
  assert_true(waits.streams > 0 && waits.scattered == 0);
  assert_true(pme__overrun_lines(a.advice->prediction, &a.advice->prediction->references[0], ROWS, PME__AHEAD_MOST) ==
              0);
  release(&a);
}

/* Cycles a line of a walk down a column of 1000 lines, ten times, with 100 operations for each. */
static double cycles_of_a_line(const char *access, double window) {
  static const char machine[] = "cores=1;L1=32K,8,64,latency=4;memory=300,scattered=30,gathered=10";
  char program[256];
  snprintf(program, sizeof program,
           "pme 1\nfunction f\narray a element 8 align 64\nloop i = 0 .. 9 parallel schedule static work 1\n"
           "loop j = 0 .. 999 work 99\n%s a @ 4160*j\nend\nend\n",
           access);
  asked a = ask(program, machine, 1, (pme_advise_options){.only_now = true});
  pme__costs costs;
  assert_true(pme__costs_of(a.machine, &costs));
  pme__memory_time waits = pme__memory_time_of(a.advice->prediction, &costs, 0, window, 0);
  release(&a);
  return waits.scattered / 10000;
}

/* Of a recorded loop it is known how many lines stand in the window: 300 cycles for 6 at once, but for first touches,
 * which come one after the other, and stores, which nothing waits for. */
static void test_scattered_lines_in_the_window(void **state) {
  (void)state;
  assert_float_equal(cycles_of_a_line("read", PME__WINDOW_UNKNOWN), 30, 0.1);
  assert_float_equal(cycles_of_a_line("read", 500), 0.1 * 10 + 0.9 * 300 / (1 + 500 / (100 / 0.9)), 1);
  assert_float_equal(cycles_of_a_line("read", 1e6), 10, 0.1);
  assert_float_equal(cycles_of_a_line("write", 500), 10, 0.1);
}

typedef struct unrolled_case {
  const char *name, *loops;
  int64_t trips, vector; /* of loop 1, in loop 0 */
  double moving, chain;
} unrolled_case;

#define SUM(k, work)                                                                                                   \
  "loop j = 0 .. 1023 work 1\nloop k = " k " work " work                                                               \
  "\nread b @ 8192*k + 8*j\nread c @ 8*k\nread a @ 8*j\nwrite a @ 8*j\nend\nend\n"

static const unrolled_case unrolled[] = {
    {"a sum of eight: its element is read and written once, the factors are in registers",
     SUM("0 .. 7", "2 chain 1 vector 4"), 8, 4, 8 + 2, 0},
    {"a tile",
     "loop kk = 0 .. 63 step 8\nloop j = 0 .. 1023 work 1\nloop k = kk .. kk + 7 work 2 chain 1 vector 4\n"
     "read b @ 8192*k + 8*j\nread a @ 8*j\nwrite a @ 8*j\nend\nend\nend\n",
     8, 4, 8 + 2, 0},
    {"a tile that may be cut short", SUM("0 .. min(7, n)", "2 chain 1 vector 4"), 0, 1, 0, 0},
    {"a size that the compiler does not know", SUM("0 .. n", "2 chain 1 vector 4"), 0, 1, 0, 0},
    {"too many", SUM("0 .. 16", "2 chain 1 vector 4"), 0, 1, 0, 0},
    {"too much code", SUM("0 .. 7", "30 chain 1 vector 4"), 0, 1, 0, 0},
    {"factors that do not all fit", SUM("0 .. 15", "2 chain 1 vector 4"), 16, 4, 16 + 2 + 4, 0},
    {"vectors of its own",
     "loop j = 0 .. 1023 work 1\nloop k = 0 .. 7 work 2 vector 4\nread b @ 8*k\nwrite a @ 64*j + 8*k\n"
     "end\nend\n",
     0, 1, 0, 0},
    {"no vectors around: what is written may be what is read next",
     "loop j = 0 .. 1023 work 1\nloop k = 0 .. 3 work 2 chain 1 vector 4\nread b @ 8*k + 32*j\nread a @ 16*j\n"
     "write a @ 16*j\nend\nend\n",
     4, 1, 4 + 1 + 4, 0},
    {"the sum goes on in the loop around",
     "loop j = 0 .. 1023 work 1\nloop k = 0 .. 3 work 2 chain 1 vector 4\n"
     "read b @ 32*j + 8*k\nread a @ 0\nwrite a @ 0\nend\nend\n",
     4, 1, 12, 4},
};

/* Innermost loops of a few iterations: the loop around them is what runs, in vectors where it goes along lines. */
static void test_unrolled_loops(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof unrolled / sizeof *unrolled; i++) {
    const unrolled_case *c = &unrolled[i];
    char text[1000];
    int around = strncmp(c->loops, "loop kk", 7) == 0;
    snprintf(text, sizeof text,
             "pme 1\nfunction f\nparam n = 7\narray a element 8 align 64\narray b element 8 align 64\n"
             "array c element 8 align 64\nloop t = 0 .. 99 parallel\n%send\n",
             c->loops);
    asked a = ask(text, FOUR_CORES, 1, (pme_advise_options){.only_now = true});
    pme__loop_body body = pme__compiled_body_of(a.advice->prediction, 1 + around);
    if (pme__unrolled_trips(a.concrete, 2 + around) != c->trips)
      fail_msg("%s: %d times", c->name, (int)pme__unrolled_trips(a.concrete, 2 + around));
    if (pme__unrolled_inside(a.concrete, 1 + around) != (c->trips > 0 ? 2 + around : PME_NONE))
      fail_msg("%s: another loop", c->name);
    if (body.is_innermost != (c->trips > 0) || body.vector != c->vector ||
        (c->trips > 0 && (fabs(body.moving_accesses - c->moving) > 0 || fabs(body.chain - c->chain) > 0)))
      fail_msg("%s: %d together, %g accesses, %g wait", c->name, (int)body.vector, body.moving_accesses, body.chain);
    release(&a);
  }
}

/* A row of a product: eight rows of b are read for each element, which is not written eight times. Its time is that of
 * vectors along the row, and what is read are streams. */
static void test_time_of_unrolled(void **state) {
  (void)state;
  static const char nest[] =
      "pme 1\nfunction f\nparam n = 7\narray a element 8 align 64\narray b element 8 align 64\n"
      "loop t = 0 .. 99 parallel\nloop j = 0 .. 1023 work 1\nloop k = 0 .. %s work 2 chain 1 vector 4\n"
      "read b @ 8192*k + 8*j\nread a @ 8*j\nwrite a @ 8*j\nend\nend\nend\n";
  char text[2][600];
  snprintf(text[0], sizeof text[0], nest, "7");
  snprintf(text[1], sizeof text[1], nest, "n");
  pme_loop_time less = time_of(text[0], ONE_CORE "streams=12"), more = time_of(text[1], ONE_CORE "streams=12");
  assert_true(less.compute < 0.25 * more.compute);
  assert_true(less.scattered <= 0 && less.streams > 0 && more.scattered > 0);
}

#define PORTS "cores=1;L1=32K,8,64,latency=4,throughput=2;memory=300,throughput=10;issue=4"
#define ADDED(base, vector)                                                                                            \
  "pme 1\nfunction f\narray a element 8 base " base "\narray b element 8 base 65536\n"                                 \
  "loop t = 0 .. 9999 parallel\nloop j = 0 .. 1023 work 3 vector " vector                                              \
  "\nread a @ 8*j\nread b @ 8*j\nwrite b @ 8*j\nend\nend\n"

/* Operations come first up to vectors of 32 bytes; wider ones wait for what can be read and written in a cycle, twice as
 * long where they lie across lines. */
static void test_vectors_wait_for_ports(void **state) {
  (void)state;
  double iterations = 10000.0 * 1024, entries = 10000.0 * 8;
  double narrow = time_of(ADDED("0", "4"), PORTS).compute - entries;
  double wide = time_of(ADDED("0", "8"), PORTS).compute - entries;
  double across = time_of(ADDED("8", "8"), PORTS).compute - entries;
  assert_true(fabs(narrow / (iterations / 4 * 1.5) - 1) < 0.02);
  assert_true(fabs(wide / (iterations / 8 * 2) - 1) < 0.02);
  assert_true(across > 1.3 * wide && across < 2 * wide);
}

/* Two reads a cycle, or one write; of vectors that begin at multiples of 16 bytes three quarters of 64 bytes lie across. */
static void test_ports(void **state) {
  (void)state;
  const char *text = "pme 1\nfunction f\narray a element 8 align 16\narray b element 8 align 64\n"
                     "loop i = 0 .. 9 parallel\nloop j = 0 .. 79\nread a @ 640*i + 8*j\nread b @ 640*i + 8*j\n"
                     "write b @ 648*i + 8*j\nend\nend\n";
  const double expected[] = {64 * 1.75 / 64, 64.0 / 64, 64 * 1.875 / 32};
  pme_program *program;
  pme_concrete *concrete;
  assert_int_equal(pme_program_read(text, strlen(text), &program, NULL), PME_OK);
  assert_int_equal(pme_concrete_create(program, NULL, &concrete, NULL), PME_OK);
  for (int access = 0; access < 3; access++) {
    pme__vector_bytes bytes = {0};
    pme__add_vector(concrete, 2 + access, 1, 8, &bytes);
    assert_true(fabs(pme__cycles_of_vectors(&bytes) - expected[access]) < 1e-9);
  }
  pme_concrete_destroy(concrete);
  pme_program_destroy(program);
}

/* In tiles each vector begins at an element, as far as steps of the tiles do not tell more. */
static void test_vectors_in_tiles(void **state) {
  (void)state;
  static const char *const tiles[] = {"8", "4"};
  double times[2];
  for (int i = 0; i < 2; i++) {
    char text[500];
    snprintf(text, sizeof text,
             "pme 1\nfunction f\narray b element 8 base 65536\nloop t = 0 .. 9999 parallel\n"
             "loop jj = 0 .. 1023 step %s\nloop j = jj .. jj + 7 work 1 vector 8\nwrite b @ 8*j\nend\nend\nend\n",
             tiles[i]);
    times[i] = time_of(text, PORTS).compute / (i + 1);
  }
  assert_true(times[1] > 1.01 * times[0]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_records_are_streams),
      cmocka_unit_test(test_vectors_wait_for_ports),
      cmocka_unit_test(test_ports),
      cmocka_unit_test(test_vectors_in_tiles),
      cmocka_unit_test(test_streams_share_their_waits),
      cmocka_unit_test(test_work_slows_streams_down),
      cmocka_unit_test(test_chunks_are_computed_beside_the_body),
      cmocka_unit_test(test_calls_of_the_library),
      cmocka_unit_test(test_columns_need_translations),
      cmocka_unit_test(test_drifting_threads_lose_a_line_once),
      cmocka_unit_test(test_ends_of_chunks_may_cost_little),
      cmocka_unit_test(test_own_stores_are_forwarded),
      cmocka_unit_test(test_pieces),
      cmocka_unit_test(test_scattered_lines_in_the_window),
      cmocka_unit_test(test_unrolled_loops),
      cmocka_unit_test(test_time_of_unrolled),
      cmocka_unit_test(test_prefetchers_run_over_ends_of_chunks),
      cmocka_unit_test(test_ends_of_chunks_of_what_was_made_before),
      cmocka_unit_test(test_stores_wait_behind_computing),
      cmocka_unit_test(test_teams_may_take_longer),
      cmocka_unit_test(test_chunks_are_handed_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
