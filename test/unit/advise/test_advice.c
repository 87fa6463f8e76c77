/* Advice: what is found, what is left alone, and machines and loops at the edge. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/candidate_run.h"
#include "analysis/advise/rank.h"
#include "pmecache/advice.h"
#include "pmecache/arena.h"
#include "pmecache/report.h"

#define CORE_I7 "corei7"
#define FOUR_CORES                                                                                                     \
  "cores=4;L1=32K,8,64,latency=4,throughput=4;L2=256K,8,64,latency=10,throughput=4;L3=8M,16,64,shared=4,latency=40,"   \
  "throughput=5;memory=160,throughput=6,core=10,scattered=20;transfer=80;issue=4;chain=4;divide=5;uncertainty=0.05;"   \
  "frequency=2G"

/* Lines of y hold 8 elements: with chunks of 1 the threads write into each other's lines, 100 times. */
static const char sharing[] = "pme 1\nfunction f\narray y element 8 base 0\nloop t = 0 .. 99\n"
                              "loop i = 0 .. 4095 parallel schedule static 1 work 2\nwrite y @ 8*i\nend\nend\n";
/* The last iterations have most to do. */
static const char triangle[] = "pme 1\nfunction f\narray a element 8 base 0\narray b element 8 base 16777216\n"
                               "loop i = 0 .. 999 parallel work 1\nloop j = 0 .. i work 2\nread a @ 8*i + 8*j\nend\n"
                               "write b @ 64*i\nend\n";
/* Even work, each line once: nothing to gain. */
static const char stream[] = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 1999999 parallel work 1\n"
                             "read a @ 8*i\nend\n";
/* A row of a is the span of a way of L1 and L2: a column of 64 lines falls into one set. */
static const char column[] =
    "pme 1\nfunction f\narray a element 8 extents 64 4096 base 0\n"
    "loop i = 0 .. 31 parallel schedule static work 1\nloop r = 0 .. 15\nloop k = 0 .. 63 work 1\n"
    "read a @ 8*128*i + 8*r + 32768*k\nend\nend\nend\n";
static const char tiny[] = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 2 parallel work 1\n"
                           "read a @ 8*i\nend\n";

typedef struct asked {
  pme_program *program;
  pme_concrete *concrete;
  pme_arena *arena;
  pme_machine machine;
  const pme_advice *advice;
} asked;

static asked ask(const char *program, const char *machine, int threads, pme_advise_options options) {
  asked a = {.arena = pme_arena_create()};
  pme_error error = {0};
  pme_prediction *prediction;
  pme_what_if what_if = {.threads = threads, .default_threads = 4};
  pme_predict_options predict = {.coherence = true};
  if (pme_program_read(program, strlen(program), &a.program, &error) ||
      pme_machine_resolve(machine, &a.machine, &error) ||
      pme_concrete_create(a.program, &what_if, &a.concrete, &error) ||
      pme_predict(a.concrete, &a.machine, &predict, a.arena, &prediction, &error) ||
      pme_advise(prediction, &what_if, &options, a.arena, &a.advice, &error))
    fail_msg("%s", error.message);
  return a;
}

static void release(asked *a) {
  pme_arena_destroy(a->arena);
  pme_concrete_destroy(a->concrete);
  pme_program_destroy(a->program);
}

static const pme_loop_advice *only(const asked *a) {
  assert_int_equal(a->advice->loop_count, 1);
  return &a->advice->loops[0];
}

static void test_false_sharing_ends(void **state) {
  (void)state;
  asked a = ask(sharing, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
  const pme_loop_advice *loop = only(&a);
  const pme_candidate *best = &loop->candidates[0], *now = &loop->candidates[loop->present];
  assert_true(loop->pays);
  assert_true(best->chunk == 0 || best->chunk >= 8);
  assert_int_equal(best->threads, 4);
  assert_int_equal(best->reason, PME_ADVICE_FALSE_SHARING);
  assert_true(best->levels[0].false_sharing < 0.05 * now->levels[0].false_sharing);
  assert_true(best->ratio < 0.5 && best->ratio_low <= best->ratio && best->ratio <= best->ratio_high);
  release(&a);
}

static void test_triangle_is_evened_out(void **state) {
  (void)state;
  asked a = ask(triangle, FOUR_CORES, 4, (pme_advise_options){.thorough = true});
  const pme_loop_advice *loop = only(&a);
  const pme_candidate *best = &loop->candidates[0], *now = &loop->candidates[loop->present];
  assert_true(loop->pays);
  assert_int_equal(best->reason, PME_ADVICE_IMBALANCE);
  /* The last quarter of a triangle is 7/16 of it: 1.75 times the mean. */
  assert_true(now->time.imbalance > 1.7 && now->time.imbalance < 1.8);
  assert_true(best->time.imbalance < 1.1);
  release(&a);
}

/* With little effort the first looks leave much open. What promises most is looked at again then, not what is surest: a
 * smaller team that saves a sixth was proposed where chunks of one save two fifths. */
static void test_what_promises_is_decided(void **state) {
  static const char product[] = "pme 1\nfunction trmm\narray a element 8 extents 400 400 group 0 base 0 align 64\n"
                                "array b element 8 extents 400 400 group 0 base 1280000 align 64\n"
                                "array c element 8 extents 400 400 group 0 base 2560000 align 64\n"
                                "loop i = 0 .. 399 parallel schedule static work 2 vector 1\n"
                                "  loop k = i .. 399 work 2 vector 1\n    loop j = 0 .. 399 work 4 vector 2\n"
                                "      read a @ 8*i + 3200*k\n      read b @ 3200*k + 8*j\n"
                                "      read c @ 3200*i + 8*j\n      write c @ 3200*i + 8*j\n    end\n  end\nend\n";
  static const char two_cores[] =
      "cores=2;L1=48K,12,64,latency=5,throughput=2.23;L2=2M,16,64,latency=19.8,throughput=2.86,scattered=2;"
      "L3=480M,16,64,shared=2,latency=673,throughput=10.6,scattered=19.7;memory=976,throughput=13.3,core=20.9,"
      "scattered=66.2;transfer=334;issue=5.8;chain=2;divide=4;uncertainty=0.5;frequency=3.59G";
  (void)state;
  for (double effort_ms = 5; effort_ms < 100; effort_ms *= 4) {
    asked a = ask(product, two_cores, 4, (pme_advise_options){.thorough = true, .budget_ms = effort_ms});
    const pme_candidate *best = &only(&a)->candidates[0];
    assert_true(only(&a)->pays);
    assert_true(best->ratio < 0.62);
    assert_int_equal(best->chunk > 0, 1);
    release(&a);
  }
}

/* What is there is one program for all loops of a construct; a candidate is one for its loop alone. */
static void test_trials_are_shared(void **state) {
  static const char loops[] = "pme 1\nfunction f\narray a element 8 base 0\n"
                              "loop t = 0 .. 9\nloop i = 0 .. 99 parallel\nread a @ 8*i\nend\n"
                              "loop j = 0 .. 99 parallel\nwrite a @ 8*j\nend\nend\n"
                              "loop k = 0 .. 99 parallel\nread a @ 8*k\nend\n";
  enum { TOP = 0, FIRST = 1, SECOND = 3, OTHER = 5, TRIALS = 4 }; /* nodes */
  asked a = ask(loops, CORE_I7, 4, (pme_advise_options){.only_now = true});
  pme_what_if what_if = {.threads = 4};
  pme__candidate_runs runs = {.prediction = a.advice->prediction, .what_if = &what_if};
  pme_proposal present = {.loop = FIRST, .padded_array = PME_NONE, .alone = true};
  pme_proposal chunk = {.loop = FIRST, .threads = 4, .has_schedule = true, .chunk = 4, .padded_array = PME_NONE};
  pme__candidate_run *found[TRIALS], *again;
  (void)state;
  assert_int_equal(pme__candidate_run_of(&runs, &present, TOP, &found[0]), PME_OK);
  present.loop = SECOND;
  assert_int_equal(pme__candidate_run_of(&runs, &present, TOP, &again), PME_OK);
  assert_ptr_equal(again, found[0]);
  assert_int_equal(pme__candidate_run_of(&runs, &chunk, TOP, &found[1]), PME_OK);
  assert_int_equal(pme__candidate_run_of(&runs, &chunk, TOP, &again), PME_OK);
  assert_ptr_equal(again, found[1]);
  chunk.loop = SECOND;
  assert_int_equal(pme__candidate_run_of(&runs, &chunk, TOP, &found[2]), PME_OK);
  chunk.chunk = 8;
  assert_int_equal(pme__candidate_run_of(&runs, &chunk, TOP, &found[3]), PME_OK);
  assert_true(found[1] != found[2] && found[2] != found[3]);
  pme__candidate_runs_forget_candidates(&runs);
  assert_ptr_equal(runs.first, found[0]);
  present.loop = OTHER;
  assert_int_equal(pme__candidate_run_of(&runs, &present, OTHER, &again), PME_OK);
  assert_null(again->next); /* the construct before is over */
  pme__candidate_runs_forget(&runs);
  assert_null(runs.first);
  release(&a);
}

static void test_nothing_to_gain(void **state) {
  (void)state;
  asked a = ask(stream, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_ALL});
  assert_false(only(&a)->pays);
  release(&a);
  a = ask(stream, FOUR_CORES, 4, (pme_advise_options){.thorough = true});
  assert_false(only(&a)->pays);
  assert_true(only(&a)->count > 3);
  release(&a);
}

static void test_rows_are_padded(void **state) {
  (void)state;
  asked a = ask(column, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_ALL});
  const pme_loop_advice *loop = only(&a);
  char text[200];
  assert_true(loop->pays);
  assert_int_equal(loop->candidates[0].pad_bytes, 64);
  assert_int_equal(loop->candidates[0].reason, PME_ADVICE_CONFLICT);
  pme_candidate_write(&loop->candidates[0], &loop->candidates[loop->present], a.program, text, sizeof text);
  assert_string_equal(text, "rows of 'a' padded by 8 elements");
  release(&a);
}

/* Single columns are read once by each thread; in blocks of columns lines are used again, but fall into few sets. */
static void test_rows_are_padded_for_another_schedule(void **state) {
  (void)state;
  asked a =
      ask("pme 1\nfunction f\narray a element 8 extents 500 1024 base 0\n"
          "loop c = 0 .. 1023 parallel schedule static 1 work 1\nloop r = 0 .. 499 work 2\nread a[r, c]\nend\nend\n",
          FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
  const pme_candidate *best = &only(&a)->candidates[0];
  assert_true(only(&a)->pays);
  assert_int_equal(best->pad_bytes, 64);
  assert_true(best->chunk == 0 || best->chunk >= 8);
  release(&a);
}

/* Of 48 iterations 8 threads have 6 each, less than a line: chunks of a line leave two of them idle, one thread all but
 * itself. */
static void test_chunks_of_a_line(void **state) {
  (void)state;
  asked a = ask("pme 1\nfunction f\narray total element 8 extents 48 align 64\narray x element 8 extents 40000\n"
                "loop c = 0 .. 47 parallel schedule static 1 work 1\nloop i = 0 .. 39999 work 2\nread x[i]\n"
                "read total[c]\nwrite total[c]\nend\nend\n",
                "i7-5960x", 8, (pme_advise_options){.scope = PME_ADVISE_ALL});
  const pme_candidate *best = &only(&a)->candidates[0];
  assert_true(only(&a)->pays);
  assert_int_equal(best->chunk, 8);
  assert_int_equal(best->threads, 8);
  assert_int_equal(best->reason, PME_ADVICE_FALSE_SHARING);
  release(&a);
}

/* A sum that stays in a register is not shared falsely; one that is stored each time is. */
static void test_kept_accesses_are_not_shared(void **state) {
  (void)state;
  for (int kept = 0; kept <= 1; kept++) {
    char program[400];
    snprintf(program, sizeof program,
             "pme 1\nfunction f\narray sum element 8 extents 64 base 0\narray a element 8 extents 64 2000 base 65536\n"
             "loop t = 0 .. 63 parallel schedule static 1 work 1\nloop i = 0 .. 1999 work 2\nread a[t, i]\n"
             "read sum[t] kept %d\nwrite sum[t] kept %d\nend\nend\n",
             kept, kept);
    asked a = ask(program, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
    assert_int_equal(only(&a)->pays, !kept);
    if (!kept)
      assert_int_equal(only(&a)->candidates[0].reason, PME_ADVICE_FALSE_SHARING);
    release(&a);
  }
}

/* Few of many accesses touch a line first: candidates have hardly fewer misses than the prediction has of these. */
static void test_first_touches_do_not_depend_on_the_schedule(void **state) {
  (void)state;
  asked a =
      ask("pme 1\nfunction f\narray a element 8 extents 200 200 base 0\n"
          "loop i = 0 .. 199 parallel schedule static work 1\nloop j = i .. 199 work 1\nloop k = 0 .. 199 work 3\n"
          "read a[k, i]\nread a[k, j]\nend\nend\nend\n",
          FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_CHUNK, .thorough = true});
  for (int i = 0; i < only(&a)->count; i++)
    if (only(&a)->candidates[i].pad_bytes == 0)
      assert_true(only(&a)->candidates[i].levels[2].misses > 0.6 * 5000);
  release(&a);
}

/* A loop over tiles does not move an address, but the loop inside, which its bounds do: each tile has lines of its own.
 */
static void test_first_touches_of_tiles(void **state) {
  (void)state;
  asked a = ask("pme 1\nfunction f\narray a element 8 extents 40000 base 0\n"
                "loop tile = 0 .. 39999 step 10000 parallel schedule static 1 work 1\n"
                "loop i = tile .. tile + 9999 work 1\nread a[i]\nend\nend\n",
                FOUR_CORES, 4, (pme_advise_options){0});
  assert_true(fabs(a.advice->prediction->levels[2].misses - 5000) < 50);
  release(&a);
}

/* Threads that share the work out by their numbers: other teams are tried, schedules are not. */
static void test_team_loops(void **state) {
  (void)state;
  static const char text[] =
      "pme 1\nfunction f\nparam nt = 4\narray a element 8 base 0\narray sum element 8 base 16777216\n"
      "loop t = 0 .. threads() - 1 parallel each-thread\n"
      "loop i = t*100000 / %s .. (t + 1)*100000 / %s - 1 work 3\n"
      "read a @ 8*i\nwrite sum @ 8*t\nend\nend\n";
  static const char *const sizes[] = {"threads()", "nt"};
  for (int fixed = 0; fixed < 2; fixed++) {
    char program[1024];
    snprintf(program, sizeof program, text, sizes[fixed], sizes[fixed]);
    asked a = ask(program, FOUR_CORES, 0, (pme_advise_options){.thorough = true});
    const pme_loop_advice *loop = only(&a);
    for (int i = 0; i < loop->count; i++)
      assert_true(loop->candidates[i].is_team && loop->candidates[i].chunk == 1);
    if (fixed) /* another team does not do all of the work, or more */
      assert_true(loop->count == 1 && !loop->pays);
    else
      assert_true(loop->pays && loop->count == 3 && loop->candidates[0].reason == PME_ADVICE_FALSE_SHARING);
    release(&a);
  }
}

/* Every pair of candidates deals the work out differently. */
static void test_candidates_differ(void **state) {
  (void)state;
  asked a = ask(sharing, FOUR_CORES, 1, (pme_advise_options){.scope = PME_ADVISE_CHUNK, .thorough = true});
  assert_int_equal(only(&a)->count, 1); /* one thread: no schedule makes a difference */
  release(&a);
  a = ask(sharing, FOUR_CORES, 4, (pme_advise_options){.thorough = true});
  for (int i = 0; i < only(&a)->count; i++)
    for (int j = 0; j < i; j++) {
      const pme_candidate *x = &only(&a)->candidates[i], *y = &only(&a)->candidates[j];
      assert_false(x->threads == y->threads && x->chunk == y->chunk && x->schedule == y->schedule &&
                   x->pad_bytes == y->pad_bytes);
    }
  release(&a);
}

/* Twelve loops in one construct are much for little effort: what was not looked for is not said to be nothing. */
static void test_too_little_effort(void **state) {
  (void)state;
  char program[4000] = "pme 1\nfunction f\n";
  size_t length = strlen(program);
  for (int i = 0; i < 12; i++)
    length += (size_t)snprintf(program + length, sizeof program - length, "array a%d element 8 base %d\n", i, i << 24);
  length += (size_t)snprintf(program + length, sizeof program - length, "loop t = 0 .. 9\n");
  for (int i = 0; i < 12; i++)
    length += (size_t)snprintf(program + length, sizeof program - length,
                               "loop i%d = 0 .. 999 parallel work 1\nloop j%d = 0 .. 999 work 2\n"
                               "read a%d @ 8000*i%d + 8*j%d\nwrite a%d @ 8000*i%d + 8*j%d\nend\nend\n",
                               i, i, i, i, i, (i + 1) % 12, i, i);
  snprintf(program + length, sizeof program - length, "end\n");
  for (double effort_ms = 1; effort_ms < 100; effort_ms *= 4) {
    asked a = ask(program, FOUR_CORES, 4, (pme_advise_options){.thorough = true, .budget_ms = effort_ms});
    assert_int_equal(a.advice->loop_count, 12);
    for (int l = 0; l < 12; l++) {
      const pme_loop_advice *loop = &a.advice->loops[l];
      assert_true(loop->now.cycles > 0);
      for (int i = 0; i < loop->count; i++) { /* 8 MB are read and written ten times, and L3 has 8 MB */
        assert_true(loop->candidates[i].levels[0].misses > 1e5 && loop->candidates[i].levels[2].misses > 1e5);
        assert_true(loop->candidates[i].ratio >= 0 && loop->candidates[i].ratio_high >= 0);
      }
      assert_true(!loop->is_unanswered || (loop->count == 1 && !loop->pays));
    }
    release(&a);
  }
}

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
  /* Rows: a stream brings its own. */
  const char *rows = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 399 parallel work 1\n"
                     "loop j = 0 .. 99 work 1\nread a @ 8192*i + 8*j\nend\nend\n";
  assert_true(time_of(rows, ONE_CORE "streams=12;pages=64,4K,walk=10").pages <= 0);
}

/* Few accesses: all of them are counted, for every candidate, and nothing is left open. */
static void test_small_programs_are_counted(void **state) {
  (void)state;
  const char *small = "pme 1\nfunction f\narray y element 8 base 0\nloop t = 0 .. 9\n"
                      "loop i = 0 .. 255 parallel schedule static 1\nwrite y @ 8*i\nend\nend\n";
  asked a = ask(small, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_CHUNK, .by_misses = true});
  const pme_loop_advice *loop = only(&a);
  assert_true(loop->count > 3 && loop->pays);
  for (int i = 0; i < loop->count; i++)
    for (int l = 0; l < 3; l++) {
      const pme_misses *m = &loop->candidates[i].levels[l];
      assert_true(m->misses >= 32 && m->low >= m->misses && m->high <= m->misses);
    }
  /* 32 lines, each fetched by all four threads once, and lost to others at each further touch. */
  const pme_misses *l1 = &loop->candidates[loop->present].levels[0];
  assert_true(l1->cold >= 128 && l1->cold <= 128 && l1->coherence >= 0.9 * (2560 - 128));
  release(&a);
}

/* Sampled alike, two candidates differ by less than each is unsure of itself; a narrow interval beside a wide one says
 * nothing of what the wide one leaves open. */
static void test_misses_that_are_not_told_apart(void **state) {
  static const struct {
    double misses, width, other_misses, other_width;
    int better;
  } pairs[] = {{600, 20, 620, 20, -1}, {600, 20, 612, 20, 0}, {597, 65, 639, 19, 0}, {639, 19, 597, 65, 0},
               {597, 65, 669, 19, -1}, {500, 0, 504, 0, -1},  {500, 0, 502, 0, 0}};
  (void)state;
  pme_prediction prediction = {.level_count = 1};
  pme__question q = {.prediction = &prediction};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    pme__answer a = {.group_misses = {pairs[i].misses}, .group_width = {pairs[i].width}};
    pme__answer b = {.group_misses = {pairs[i].other_misses}, .group_width = {pairs[i].other_width}};
    assert_int_equal(pme__better(&q, &a, &b), pairs[i].better);
    assert_int_equal(pme__better(&q, &b, &a), -pairs[i].better);
  }
}

/* Even work is nothing that misses show. */
static void test_misses_ask_for_nothing_on_demand(void **state) {
  (void)state;
  for (int by_misses = 0; by_misses < 2; by_misses++) {
    asked a = ask(triangle, FOUR_CORES, 4, (pme_advise_options){.thorough = true, .by_misses = by_misses == 1});
    bool on_demand = false;
    for (int i = 0; i < only(&a)->count; i++)
      on_demand = on_demand || only(&a)->candidates[i].schedule != PME_SCHEDULE_STATIC;
    assert_true(on_demand == (by_misses == 0));
    release(&a);
  }
}

/* ---- sizes that are not known ---- */

static const pme_sizes *ask_sizes(asked *a, const char *program, const char *bindings) {
  const pme_sizes *sizes;
  pme_error error = {0};
  pme_binding *given = NULL;
  pme_what_if what_if = {.default_threads = 4};
  pme_advise_options options = {.scope = PME_ADVISE_CHUNK};
  *a = (asked){.arena = pme_arena_create()};
  if (pme_program_read(program, strlen(program), &a->program, &error) ||
      pme_machine_resolve(FOUR_CORES, &a->machine, &error) ||
      (bindings && pme_bindings_read(bindings, &given, &what_if.binding_count, &error)))
    fail_msg("%s", error.message);
  what_if.bindings = given;
  if (pme_advise_sizes(a->program, &a->machine, &what_if, &options, a->arena, &sizes, &error))
    fail_msg("%s", error.message);
  pme_bindings_destroy(given, what_if.binding_count);
  return sizes;
}

/* Each of four threads reads its quarter of n numbers again and again: 256 KB hold 32768, of four threads 131072. */
static const char again[] = "pme 1\nfunction f\nparam n\narray a element 8 base 0\nloop t = 0 .. 9\n"
                            "loop i = 0 .. n - 1 parallel work 1\nread a @ 8*i\nend\nend\n";

/* A ladder of sizes for a program of hundreds of accesses would take minutes. */
static void test_sizes_of_large_programs(void **state) {
  (void)state;
  char text[8192];
  asked a;
  int at = snprintf(text, sizeof text,
                    "pme 1\nfunction f\nparam n\narray a element 8 base 0\nloop i = 0 .. n - 1 parallel\n");
  for (int i = 0; i < 200; i++)
    at += snprintf(text + at, sizeof text - (size_t)at, "read a @ 8*i + %d\n", 8 * i);
  snprintf(text + at, sizeof text - (size_t)at, "end\n");
  const pme_sizes *sizes = ask_sizes(&a, text, NULL);
  assert_int_equal(sizes->symbol_count, 1);
  assert_int_equal(sizes->loop_count, 0);
  release(&a);
}

static void test_sizes_find_where_caches_end(void **state) {
  (void)state;
  asked a;
  const pme_sizes *sizes = ask_sizes(&a, again, NULL);
  assert_int_equal(sizes->symbol_count, 1);
  assert_string_equal(sizes->symbols[0], "n");
  assert_int_equal(sizes->loop_count, 1);
  assert_in_range(sizes->loops[0].fits_up_to[1], 131072 * 90 / 100, 131072 * 112 / 100);
  assert_in_range(sizes->loops[0].fits_up_to[2], 1048576 * 90 / 100, 1048576 * 112 / 100);
  assert_true(sizes->look_count <= 48 && sizes->most > 1048576);
  release(&a);
}

/* Chunks of 1 write into each other's lines whatever the size; of few iterations there is little to gain by any. */
static void test_sizes_find_advice(void **state) {
  (void)state;
  static const char program[] = "pme 1\nfunction f\nparam n\nparam m\narray y element 8 base 0\nloop t = 0 .. m\n"
                                "loop i = 0 .. n - 1 parallel schedule static 1 work 2\nwrite y @ 8*i\nend\nend\n";
  asked a;
  const pme_sizes *sizes = ask_sizes(&a, program, "m=9");
  assert_int_equal(sizes->symbol_count, 1);
  const pme_loop_sizes *loop = &sizes->loops[0];
  const pme_size_range *last = &loop->ranges[loop->range_count - 1];
  assert_true(last->pays && last->best.ratio < 0.5 && last->from < 10000);
  assert_true(last->best.chunk == 0 || last->best.chunk >= 8);
  for (int r = 1; r < loop->range_count; r++)
    assert_true(loop->ranges[r].from > loop->ranges[r - 1].to);
  release(&a);
  sizes = ask_sizes(&a, program, NULL);
  assert_int_equal(sizes->symbol_count, 2); /* n = m */
  assert_true(sizes->loops[0].range_count > 0);
  release(&a);
  sizes = ask_sizes(&a, program, "m=9,n=100");
  assert_int_equal(sizes->symbol_count, 0);
  assert_int_equal(sizes->loop_count, 0);
  release(&a);
}

static void test_without_latencies_misses_count(void **state) {
  (void)state;
  asked a = ask(sharing, "cores=4;L1=32K,8,64;L2=256K,8,64", 4, (pme_advise_options){.thorough = true});
  const pme_loop_advice *loop = only(&a);
  char text[900] = "";
  const pme_remark *remarks;
  int count;
  assert_true(loop->by_misses && loop->pays);
  assert_true(loop->candidates[0].chunk == 0 || loop->candidates[0].chunk >= 8);
  for (int i = 0; i < loop->count; i++) {
    assert_int_equal(loop->candidates[i].threads, 4); /* misses say nothing of other teams */
    assert_true(loop->candidates[i].time.cycles == 0);
  }
  assert_int_equal(pme_remarks_advise(a.advice, a.arena, &remarks, &count, NULL), PME_OK);
  snprintf(text, sizeof text, "%s", remarks[0].text);
  assert_non_null(strstr(text, "fewer misses of L2"));
  assert_non_null(strstr(text, "by misses only"));
  release(&a);
}

static const struct {
  const char *name, *program, *machine;
  int threads;
} edges[] = {
    {"no shared level", sharing, "cores=4;L1=32K,8,64,latency=4;L2=256K,8,64,latency=10;memory=160", 4},
    {"one core", sharing, "cores=1;L1=32K,8,64,latency=4;memory=160", 1},
    {"one core, four threads", sharing, "cores=1;L1=32K,8,64,latency=4;memory=160", 4},
    {"more threads than cores", triangle, "cores=2;L1=32K,8,64,latency=4;L2=4M,16,64,shared=2,latency=14;memory=150",
     64},
    {"more threads than iterations", tiny, CORE_I7, 16},
    {"some latencies missing", sharing, "cores=4;L1=32K,8,64,latency=4;L2=256K,8,64;memory=160", 4},
    {"many cores", triangle, "epyc-7702p", 64},
};

static void test_edges(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) {
    asked a = ask(edges[i].program, edges[i].machine, edges[i].threads, (pme_advise_options){.thorough = true});
    const pme_loop_advice *loop = only(&a);
    for (int c = 0; c < loop->count; c++) {
      const pme_candidate *x = &loop->candidates[c];
      if (x->ratio != x->ratio || x->ratio < 0 || x->threads < 1 ||
          (x->threads > a.machine.cores && x->threads != edges[i].threads))
        fail_msg("%s: candidate %d: %d threads, ratio %g", edges[i].name, c, x->threads, x->ratio);
    }
    assert_true(loop->candidates[loop->present].is_present);
    release(&a);
  }
}

static void test_arguments_of_remarks(void **state) {
  (void)state;
  asked a = ask(sharing, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_CHUNK});
  const pme_remark *remarks;
  int count, found = 0;
  assert_int_equal(pme_remarks_advise(a.advice, a.arena, &remarks, &count, NULL), PME_OK);
  assert_int_equal(count, 1);
  assert_string_equal(remarks[0].name, "CacheAdvice");
  assert_non_null(strstr(remarks[0].text, "in place of schedule(static,1)"));
  for (int i = 0; i < remarks[0].argument_count; i++) {
    const pme_remark_argument *argument = &remarks[0].arguments[i];
    found += !strcmp(argument->key, "Pays") && !strcmp(argument->text, "yes");
    found += !strcmp(argument->key, "Threads") && !argument->text && argument->number == 4;
    found += !strcmp(argument->key, "L1MissesBefore") && argument->number > 1000;
  }
  assert_int_equal(found, 3);
  release(&a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_false_sharing_ends),
      cmocka_unit_test(test_triangle_is_evened_out),
      cmocka_unit_test(test_trials_are_shared),
      cmocka_unit_test(test_nothing_to_gain),
      cmocka_unit_test(test_rows_are_padded),
      cmocka_unit_test(test_rows_are_padded_for_another_schedule),
      cmocka_unit_test(test_chunks_of_a_line),
      cmocka_unit_test(test_kept_accesses_are_not_shared),
      cmocka_unit_test(test_first_touches_do_not_depend_on_the_schedule),
      cmocka_unit_test(test_first_touches_of_tiles),
      cmocka_unit_test(test_team_loops),
      cmocka_unit_test(test_candidates_differ),
      cmocka_unit_test(test_what_promises_is_decided),
      cmocka_unit_test(test_too_little_effort),
      cmocka_unit_test(test_misses_that_are_not_told_apart),
      cmocka_unit_test(test_records_are_streams),
      cmocka_unit_test(test_streams_share_their_waits),
      cmocka_unit_test(test_small_programs_are_counted),
      cmocka_unit_test(test_work_slows_streams_down),
      cmocka_unit_test(test_columns_need_translations),
      cmocka_unit_test(test_misses_ask_for_nothing_on_demand),
      cmocka_unit_test(test_sizes_of_large_programs),
      cmocka_unit_test(test_sizes_find_where_caches_end),
      cmocka_unit_test(test_sizes_find_advice),
      cmocka_unit_test(test_without_latencies_misses_count),
      cmocka_unit_test(test_edges),
      cmocka_unit_test(test_arguments_of_remarks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
