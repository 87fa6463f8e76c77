/* Advice: what is found, and what is left alone. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/advise/candidate_run.h"
#include "analysis/advise/rank.h"
#include "pmecache/advice.h"
#include "pmecache/report.h"
#include "test/unit/advise/asked.h"

static const char sharing[] = SHARING;
static const char triangle[] = TRIANGLE;
/* Even work, each line once: nothing to gain. */
static const char stream[] = "pme 1\nfunction f\narray a element 8 base 0\nloop i = 0 .. 1999999 parallel work 1\n"
                             "read a @ 8*i\nend\n";
/* A row of a is the span of a way of L1 and L2: a column of 64 lines falls into one set. */
static const char column[] =
    "pme 1\nfunction f\narray a element 8 extents 64 4096 base 0\n"
    "loop i = 0 .. 31 parallel schedule static work 1\nloop r = 0 .. 15\nloop k = 0 .. 63 work 1\n"
    "read a @ 8*128*i + 8*r + 32768*k\nend\nend\nend\n";
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

/* Candidates of the first of so many loops, each over rows of its own. */
static int candidates_of_first(int loops, double budget_ms) {
  enum { ROOM = 32768 };
  char *text = (char *)malloc(ROOM);
  assert_non_null(text);
  int length = snprintf(text, ROOM, "pme 1\nfunction many\n");
  for (int i = 0; i < loops; i++)
    length += snprintf(text + length, (size_t)(ROOM - length), "array a%d element 8 extents 300 %d\n", i, 1000 + i);
  for (int i = 0; i < loops; i++)
    length += snprintf(text + length, (size_t)(ROOM - length),
                       "loop i = 0 .. 299 parallel\nloop j = 0 .. %d\nread a%d[i, j]\nend\nend\n", 999 + i, i);
  asked a = ask(text, CORE_I7, 4, (pme_advise_options){.thorough = true, .budget_ms = budget_ms});
  int count = a.advice->loops[0].count;
  release(&a);
  free(text);
  return count;
}

/* All loops of a function share what is usual for one; what is asked for is for each. */
static void test_many_loops_share_the_effort(void **state) {
  (void)state;
  assert_int_equal(candidates_of_first(20, 0), candidates_of_first(20, PME_ADVISE_USUAL_EFFORT_MS));
  assert_true(candidates_of_first(120, 0) < candidates_of_first(120, PME_ADVISE_USUAL_EFFORT_MS));
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
  pme_proposal present = {.loop = FIRST, .alone = true};
  pme_proposal chunk = {.loop = FIRST, .threads = 4, .has_schedule = true, .chunk = 4};
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
  assert_int_equal(loop->candidates[0].pads[0].bytes, 64);
  assert_int_equal(loop->candidates[0].reason, PME_ADVICE_CONFLICT);
  pme_candidate_write(&loop->candidates[0], &loop->candidates[loop->present], a.program, text, sizeof text);
  assert_string_equal(text, "rows of 'a' padded by 8 elements");
  release(&a);
}

/* The same of an array that declares no rows, and says no word of them when they fall into many sets. */
static void test_rows_of_an_allocation(void **state) {
  static const char text[] = "pme 1\nfunction f\nparam n = %d\narray a element 8 align 64\n"
                             "loop i = 0 .. 31 parallel schedule static work 1\nloop r = 0 .. 15\n"
                             "loop k = 0 .. 63 work 1\nread a @ 8*128*i + 8*r + 8*n*k\nend\nend\nend\n";
  (void)state;
  char program[400], sentence[PME_ADVICE_SENTENCE_BYTES];
  snprintf(program, sizeof program, text, 4096);
  asked a = ask(program, FOUR_CORES, 4, (pme_advise_options){.scope = PME_ADVISE_ALL});
  assert_true(only(&a)->pays);
  assert_int_equal(only(&a)->candidates[0].pads[0].row_bytes, 32768);
  assert_int_equal(only(&a)->candidates[0].pads[0].bytes, 64);
  pme_advice_sentence(a.advice, only(&a), sentence, sizeof sentence);
  assert_non_null(strstr(sentence, "make rows of 'a' 32832 bytes long in place of 32768 (8 elements more, "));
  release(&a);
  snprintf(program, sizeof program, text, 4104);
  a = ask(program, FOUR_CORES, 4, (pme_advise_options){.thorough = true});
  for (int i = 0; i < only(&a)->count; i++)
    assert_int_equal(only(&a)->candidates[i].pad_count, 0);
  release(&a);
}

/* Columns of three arrays that meet in the same sets: longer rows of one or two of them leave them there. Each is named
 * at once, not one a round. */
static void test_rows_of_several_arrays(void **state) {
  (void)state;
  asked a = ask("pme 1\nfunction f\narray a element 8 extents 512 2048 align 64\n"
                "array b element 8 extents 512 2048 align 64\narray c element 8 extents 512 2048 align 64\n"
                "loop j = 0 .. 127 parallel schedule static work 1\nloop i = 0 .. 511 work 3\n"
                "read b[i, j]\nread c[i, j]\nwrite a[i, j]\nend\nend\n",
                FOUR_CORES, 4, (pme_advise_options){.by_misses = true});
  const pme_loop_advice *loop = only(&a);
  char text[200], sentence[PME_ADVICE_SENTENCE_BYTES];
  assert_true(loop->pays);
  assert_int_equal(loop->candidates[0].pad_count, 3);
  assert_true(loop->candidates[0].ratio < 0.5);
  pme_candidate_write(&loop->candidates[0], &loop->candidates[loop->present], a.program, text, sizeof text);
  assert_string_equal(text, "rows of 'b', 'c' and 'a' padded by 8 elements");
  pme_advice_sentence(a.advice, loop, sentence, sizeof sentence);
  assert_non_null(strstr(sentence, "declare 'b' as [512][2056] in place of [512][2048] (8 more) and declare 'c' as"));
  assert_non_null(strstr(sentence, "(8 more, bounds of loops unchanged): about "));
  release(&a);
}

/* Rows of whole lines that go from thread to thread with each step of k: all of a line was written by the other, which
 * is no false sharing, whichever byte of it was written last. */
static void test_rows_that_change_hands(void **state) {
  (void)state;
  asked a = ask("pme 1\nfunction f\narray a element 8 align 64\nloop k = 0 .. 39\n"
                "loop i = k + 1 .. 400 parallel schedule static 1 work 1\nloop j = 0 .. 63 work 2\n"
                "write a @ 512*i + 8*j\nend\nend\nend\n",
                FOUR_CORES, 4, (pme_advise_options){.only_now = true});
  const pme_misses *m = &a.advice->prediction->levels[1];
  assert_true(m->coherence > 80000);
  assert_true(m->false_sharing == 0);
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
  assert_int_equal(best->pads[0].bytes, 64);
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
    if (!kept) { /* what a line from another core costs depends on how long it may stay */
      const pme_candidate *best = &only(&a)->candidates[0];
      assert_int_equal(best->reason, PME_ADVICE_FALSE_SHARING);
      assert_true(best->ratio_low < 0.05 && best->ratio < 0.3 && best->ratio_high > 0.3);
    }
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
    if (only(&a)->candidates[i].pad_count == 0)
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
      assert_true(!loop->pays && loop->count == 3 && loop->candidates[0].ratio < 0.95); /* sharing may cost less */
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
                   x->pad_count == y->pad_count);
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
  assert_null(strstr(text, "by misses only")); /* which holds for all loops */
  assert_non_null(strstr(pme_advice_note(a.advice), "by misses only"));
  release(&a);
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
    found += !strcmp(argument->key, "Pays") && !strcmp(argument->text, "true");
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
      cmocka_unit_test(test_rows_of_an_allocation),
      cmocka_unit_test(test_rows_of_several_arrays),
      cmocka_unit_test(test_rows_that_change_hands),
      cmocka_unit_test(test_rows_are_padded_for_another_schedule),
      cmocka_unit_test(test_chunks_of_a_line),
      cmocka_unit_test(test_kept_accesses_are_not_shared),
      cmocka_unit_test(test_first_touches_do_not_depend_on_the_schedule),
      cmocka_unit_test(test_first_touches_of_tiles),
      cmocka_unit_test(test_team_loops),
      cmocka_unit_test(test_candidates_differ),
      cmocka_unit_test(test_what_promises_is_decided),
      cmocka_unit_test(test_too_little_effort),
      cmocka_unit_test(test_many_loops_share_the_effort),
      cmocka_unit_test(test_misses_that_are_not_told_apart),
      cmocka_unit_test(test_small_programs_are_counted),
      cmocka_unit_test(test_misses_ask_for_nothing_on_demand),
      cmocka_unit_test(test_without_latencies_misses_count),
      cmocka_unit_test(test_arguments_of_remarks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
