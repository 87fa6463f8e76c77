/* A profile with a line sample of everything answers for any team as the run dealt out does: misses that can be counted
 * by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "analysis/profile/predict_as.h"
#include "analysis/reuse/distance.h"
#include "analysis/team/sampled/sampled_trace.h"
#include "analysis/team/sampled/shared_rows.h"
#include "analysis/team/team_streams.h"
#include "analysis/team/text_trace.h"
#include "pmecache/line_sample.h"

enum { ITERATIONS = 512, ROUNDS = 2 };

/* ROUNDS times a loop in which iteration i writes line i / 8, and reads line `first` + `step` * i. */
static pme_profile *make_profile_of(const pme_profile_options *asked, int sets, int threads, uint64_t first,
                                    uint64_t step) {
  pme_profile_options options = *asked;
  pme_profile *p = NULL;
  assert_int_equal(pme_profile_create(&options, NULL, &p), PME_OK);
  pme_profile_set_threads(p, threads);
  int function = pme_profile_add_function(p, &(pme_profile_function){.name = "f", .hash = 1, .calls = 1});
  int loop = pme_profile_add_loop(p, &(pme_profile_loop){.function = function,
                                                         .parent = PME_NONE,
                                                         .place = {NULL, 3, 1},
                                                         .parallel = true,
                                                         .threads = threads,
                                                         .executions = ROUNDS,
                                                         .iterations = ROUNDS * ITERATIONS});
  int block = pme_profile_add_block(
      p, &(pme_profile_block){.function = function, .loop = loop, .executions = ROUNDS * ITERATIONS});
  for (int r = 0; r < 2; r++) {
    int reference = pme_profile_add_reference(
        p, &(pme_profile_reference){
               .block = block, .number = r, .array = r ? "b" : "a", .is_write = r == 0, .size_bytes = 8});
    pme_profile_stream *stream = pme_profile_stream_of(p, reference, 0);
    stream->accesses = ROUNDS * ITERATIONS;
    for (int i = 0; i < ROUNDS * ITERATIONS; i++)
      pme_profile_add_distance(p, stream,
                               i < ITERATIONS && (r || i % 8 == 0) ? PME_DISTANCE_INFINITE
                               : r                                 ? 575
                                                                   : 1,
                               1, options.window_lines, NULL);
  }
  pme_profile_start_line_sample(p, &(pme_line_sample){.sets = sets});
  for (int round = 0; round < ROUNDS; round++) {
    pme_profile_add_sampled_piece(
        p, &(pme_sampled_piece){
               .kind = PME_SAMPLED_LOOP, .loop = loop, .iterations = ITERATIONS, .references = 2 * ITERATIONS});
    for (uint64_t i = 0; i < ITERATIONS; i++) {
      const uint64_t lines[] = {i / 8, first + step * i};
      for (int r = 0; r < 2; r++)
        if (pme_line_is_sampled(sets, 0, lines[r]))
          pme_profile_add_sampled_touch(p, &(pme_sampled_touch){.reference = lines[r] << 2 | (r == 0), .iteration = i});
    }
  }
  assert_int_equal(pme_profile_status(p), PME_OK);
  return p;
}

static pme_profile *make_profile(int sets, int threads) {
  pme_profile_options options = pme_profile_default_options();
  return make_profile_of(&options, sets, threads, 1000, 1);
}

static pme_machine machine_of(const char *text) {
  pme_machine machine;
  assert_int_equal(pme_machine_read(text, strlen(text), &machine, NULL), PME_OK);
  return machine;
}

static pme_misses misses_of(const pme_profile *p, const pme_machine *machine, const pme_team_question *team,
                            int level) {
  pme_profile_answers *answers;
  assert_int_equal(pme_profile_predict_team(p, machine, team, &answers, NULL), PME_OK);
  const pme_loop_prediction *loop = &answers->items[0].prediction->loops[0];
  pme_misses found = loop->levels[level];
  assert_int_equal(pme_subject_at(answers->items[0].subject, loop->node)->u.loop.threads, team->threads);
  pme_profile_answers_destroy(answers);
  return found;
}

/* Caches of 16 KiB and, shared, of a megabyte. */
static const char machine_text[] = "cores=16;L1=16K,256,64;L2=1M,1024,64,shared=16";

static void test_a_team_by_hand(void **state) {
  (void)state;
  pme_profile *p = make_profile(PME_SAMPLE_SETS, 1);
  pme_machine machine = machine_of(machine_text);
  /* One thread reads 512 lines again through a cache of 256: all of them miss. Of four each has 128 + 16, and what it
   * had it has. */
  pme_misses one = misses_of(p, &machine, &(pme_team_question){.threads = 1}, 0);
  assert_true(fabs(one.misses - 64 - 2 * 512) <= 64);
  pme_misses four = misses_of(p, &machine, &(pme_team_question){.threads = 4}, 0);
  assert_true(fabs(four.misses - 64 - 512) < 1 && fabs(four.cold - 64 - 512) < 1 && four.coherence == 0);
  assert_true(four.low <= four.misses && four.misses <= four.high);
  /* Iteration by iteration all of four write each line of `a`. */
  pme_team_question dealt = {.threads = 4, .has_schedule = true, .schedule = PME_SCHEDULE_STATIC, .chunk = 1};
  pme_misses round_robin = misses_of(p, &machine, &dealt, 0);
  assert_true(round_robin.coherence >= 512 && round_robin.cold >= 4 * 64);
  /* What they share they bring once. */
  assert_true(fabs(misses_of(p, &machine, &dealt, 1).misses - 64 - 512) < 1);
  pme_profile_destroy(p);
}

static void test_a_part_of_the_sets_stands_for_all(void **state) {
  (void)state;
  pme_profile *all = make_profile(PME_SAMPLE_SETS, 1), *part = make_profile(16, 1);
  pme_machine machine = machine_of("cores=16;L1=16K,4,64;L2=1M,16,64,shared=16");
  for (int threads = 2; threads <= 16; threads *= 2) {
    pme_misses whole = misses_of(all, &machine, &(pme_team_question){.threads = threads}, 0);
    pme_misses some = misses_of(part, &machine, &(pme_team_question){.threads = threads}, 0);
    assert_true(fabs(whole.misses - some.misses) < 0.05 * whole.accesses);
    assert_true(some.low <= whole.misses && whole.misses <= some.high);
  }
  pme_profile_destroy(all);
  pme_profile_destroy(part);
}

/* Lines that crowd in sets: the few references that were looked at in sets did not show it, the sample of sets does. */
static void test_the_surer_one_counts_more(void **state) {
  (void)state;
  enum { WEIGHT = 300, CROWDED = 64 + 2 * ITERATIONS };
  pme_profile_options options = pme_profile_default_options();
  options.sampling = PME_SAMPLING_HYBRID;
  options.window_lines = 4096;
  options.geometry_count = 1;
  options.geometries[0] = (pme_geometry){.sets = 256, .ways = 4, .sampled = true};
  pme_machine machine = machine_of("cores=2;L1=64K,4,64,shared=2");
  pme_profile *p = make_profile_of(&options, 16, 1, 1003, 16);
  for (int i = 0; i < 2; i++)
    pme_profile_stream_of(p, i, 0)->set_sample[0].weight = WEIGHT;
  pme_misses found = misses_of(p, &machine, &(pme_team_question){.threads = 2}, 0);
  assert_true(found.misses > 64 + 1.7 * ITERATIONS && found.low <= CROWDED && CROWDED <= found.high);
  /* Where many were looked at, only a few lines can be what the sample has met and they have not. */
  for (int i = 0; i < 2; i++)
    pme_profile_stream_of(p, i, 0)->set_sample[0].weight = 1;
  found = misses_of(p, &machine, &(pme_team_question){.threads = 2}, 0);
  assert_true(found.misses < 64 + 1.3 * ITERATIONS);
  pme_profile_destroy(p);
}

/* What each thread has of its own comes to sets that are in the sample, or the shared lines there would meet nothing. */
static void test_own_memory_stays_in_the_sets(void **state) {
  (void)state;
  for (int splits = 0; splits < 8; splits++) {
    pme_line_sample sample = {.sets = splits ? 1 : 16, .splits = splits};
    assert_int_equal(pme__sampled_offset(&sample) % ((uint64_t)PME_SAMPLE_SETS << splits), 0);
    assert_true(pme__sampled_offset(&sample) > UINT64_C(1) << 35);
  }
  assert_int_equal(pme__sampled_offset(&(pme_line_sample){.sets = PME_SAMPLE_SETS}), PME_THREAD_DISTANCE_LINES);
}

static void test_what_cannot_be_answered_says_why(void **state) {
  (void)state;
  pme_machine machine = machine_of(machine_text);
  pme_profile_answers *answers = NULL;
  pme_error error = {0};
  pme_profile *p = make_profile(PME_SAMPLE_SETS, 1);
  pme_team_question none = {.threads = 0}, two = {.threads = 2};
  assert_int_equal(pme_profile_predict_team(p, &machine, &none, &answers, &error), PME_BAD_ARGUMENT);
  pme_profile_start_line_sample(p, &(pme_line_sample){0});
  assert_int_equal(pme_profile_predict_team(p, &machine, &two, &answers, &error), PME_UNSUPPORTED);
  assert_non_null(strstr(error.message, "OMP_NUM_THREADS=1"));
  pme_profile_set_threads(p, 2);
  assert_int_equal(pme_profile_predict_team(p, &machine, &two, &answers, &error), PME_UNSUPPORTED);
  assert_non_null(strstr(error.message, "a run with 2 threads"));
  pme_profile_destroy(p);
}

/* ITERATIONS iterations: a visit to one line in each, four references of which each other one writes. */
static void add_visits(pme_profile *p, int loop, uint64_t line, uint64_t flags) {
  pme_profile_start_line_sample(p, &(pme_line_sample){.sets = PME_SAMPLE_SETS, .has_times = true});
  pme_profile_add_sampled_piece(
      p, &(pme_sampled_piece){
             .kind = PME_SAMPLED_LOOP, .loop = loop, .iterations = ITERATIONS, .references = 4 * ITERATIONS});
  for (uint64_t i = 0; i < ITERATIONS; i++)
    pme_profile_add_sampled_touch(
        p, &(pme_sampled_touch){
               .reference = line << 2 | flags, .iteration = i, .time = 4 * i, .span = 3, .more = 3, .writes = 2});
}

/* Threads that work on a line at the same time take it from each other with each access; on lines of their own they do not.
 * Rows of threads may lie in one line, or not. */
static void test_lines_are_taken_back_and_forth(void **state) {
  (void)state;
  pme_machine machine = machine_of(machine_text);
  pme_team_question two = {.threads = 2};
  for (int kind = 0; kind < 3; kind++) {
    pme_profile *p = make_profile(PME_SAMPLE_SETS, 1);
    add_visits(p, 0, kind == 0 ? 77 : 77 + (kind == 1 ? PME_SAMPLE_OWN_LINES : PME_SAMPLE_ROW_LINES), kind ? 2 : 0);
    pme_misses found = misses_of(p, &machine, &two, 0);
    /* read, read; write, write: the second one misses; read: misses, read; ... */
    if (kind == 0)
      assert_true(found.coherence > 0 && found.misses > 1.9 * ITERATIONS && found.misses < 2.1 * ITERATIONS);
    else
      assert_true(found.coherence == 0 && found.misses < ITERATIONS);
    if (kind == 1)
      assert_true(found.high < found.misses + 0.5 * ITERATIONS);
    else
      assert_true(found.high > 1.9 * ITERATIONS);
    pme_profile_destroy(p);
  }
}

/* A line that is written often stands for itself, or for as many as its level says; the rest of the sample is as without. */
static void test_lines_that_are_written_often(void **state) {
  (void)state;
  enum { SETS = 1 };
  pme_machine machine = machine_of(machine_text);
  for (uint64_t level = 0; level < 3; level++) {
    pme_profile *p = make_profile(PME_SAMPLE_SETS, 1);
    add_visits(p, 0, 77 + PME_SAMPLE_OFTEN_LINES + (level << PME_OFTEN_LEVEL_BITS), 0);
    pme_line_sample sample;
    assert_true(pme_profile_line_sample(p, &sample));
    sample.sets = SETS; /* one in 64 lines of the others */
    pme_profile_start_line_sample(p, &sample);
    pme_profile_add_sampled_piece(
        p, &(pme_sampled_piece){
               .kind = PME_SAMPLED_LOOP, .loop = 0, .iterations = ITERATIONS, .references = 2 * ROUNDS * ITERATIONS});
    for (uint64_t i = 0; i < ITERATIONS; i++)
      pme_profile_add_sampled_touch(
          p, &(pme_sampled_touch){.reference = (77 + PME_SAMPLE_OFTEN_LINES + (level << PME_OFTEN_LEVEL_BITS)) << 2,
                                  .iteration = i,
                                  .time = 4 * i,
                                  .span = 3,
                                  .more = 3,
                                  .writes = 2});
    pme_misses one = misses_of(p, &machine, &(pme_team_question){.threads = 1}, 0);
    pme_misses two = misses_of(p, &machine, &(pme_team_question){.threads = 2}, 0);
    double expected = (double)(UINT64_C(1) << level) * 2 * ITERATIONS; /* as above */
    double room = two.accesses - one.misses;
    expected = expected < room ? expected : room;
    assert_true(fabs(two.misses - one.misses - expected) < 0.1 * expected + 1);
    assert_true(two.low <= two.misses && two.misses <= two.high);
    assert_true(misses_of(p, &machine, &(pme_team_question){.threads = 2}, 1).coherence == 0);
    pme_profile_destroy(p);
  }
}

/* What all threads write: from one visit to the next of a thread another one comes, surely where all come in every
 * iteration, else by chance. */
static void test_variables_of_all(void **state) {
  (void)state;
  pme_sampled_row row = {
      .bytes = 4, .distance = PME_ROW_OF_ALL, .visits = ITERATIONS, .references = ITERATIONS, .writes = ITERATIONS};
  pme_line_sample sample = {.sets = PME_SAMPLE_SETS, .row_count = 1, .rows = &row};
  pme__loop_of_team team = {0, 4, 1e9, ITERATIONS};
  assert_true(fabs(pme__lost_in_rows(&sample, &team) - ITERATIONS) < 1e-6 * ITERATIONS);
  team.iterations = 2 * ITERATIONS;
  assert_true(fabs(pme__lost_in_rows(&sample, &team) - 0.75 * ITERATIONS) < 1e-6 * ITERATIONS);
  row.bytes = 4 * ITERATIONS; /* of an array, in turns */
  assert_true(fabs(pme__lost_in_rows(&sample, &team) - 0.75 * ITERATIONS) < 1e-6 * ITERATIONS);
  team.threads = 1;
  assert_true(pme__lost_in_rows(&sample, &team) == 0);
}

/* Rows one behind the other, each visited once an iteration for a read and a write. */
static void test_rows_share_lines(void **state) {
  (void)state;
  pme_sampled_row row = {
      .bytes = 16, .visits = ITERATIONS, .references = 2 * ITERATIONS, .writes = ITERATIONS, .span = 0};
  pme_line_sample sample = {.sets = PME_SAMPLE_SETS, .row_count = 1, .rows = &row};
  pme__loop_of_team team = {0, 4, 1e9, ITERATIONS};
  /* All four are in one line, and come in turns: between read and write, and from there on, three of them lose it. */
  assert_true(fabs(pme__lost_in_rows(&sample, &team) - 2 * 0.75 * ITERATIONS) < 1e-6 * ITERATIONS);
  /* Two have a line. */
  row.bytes = 32;
  assert_true(fabs(pme__lost_in_rows(&sample, &team) - ITERATIONS) < 1e-6 * ITERATIONS);
  row.distance = 64;
  assert_true(pme__lost_in_rows(&sample, &team) == 0);
  row.distance = 0;
  row.bytes = 64;
  assert_true(pme__lost_in_rows(&sample, &team) == 0);
  /* Half of each row stands in the line of the next one: visits here and there, of any order. */
  row.offset = 32;
  double lost = pme__lost_in_rows(&sample, &team);
  /* 6 of 8 halves: 1 - 1/e at the beginning, and half of the time the other one is there before the write. */
  assert_true(fabs(lost - (0.75 * (1 - exp(-1)) + 0.75 * 0.25) * ITERATIONS) < 1e-6 * ITERATIONS);
  row.bytes = 64 * 1000 + 8;
  assert_true(pme__lost_in_rows(&sample, &team) < 0.01 * ITERATIONS);
  row.writes = 0;
  assert_true(pme__lost_in_rows(&sample, &team) == 0);
  row.writes = ITERATIONS;
  /* Sixteen bytes in turns, all over an array: each line is everybody's, not those at the ends alone. */
  row.offset = 0;
  row.bytes = 64 * 100;
  double ends = pme__lost_in_rows(&sample, &team);
  row.distance = 16;
  assert_true(ends == 0 && pme__lost_in_rows(&sample, &team) > 0.5 * ITERATIONS);
  row.distance = 0;
  assert_true(pme__lost_in_rows(&sample, &(pme__loop_of_team){1, 4, 1e9, ITERATIONS}) == 0);
  assert_true(pme__lost_in_rows(&sample, &(pme__loop_of_team){0, 1, 1e9, ITERATIONS}) == 0);
}

/* What rows lose is in the answer of private caches, and in no shared one. */
static void test_rows_are_answered(void **state) {
  (void)state;
  pme_machine machine = machine_of(machine_text);
  pme_profile *p = make_profile(PME_SAMPLE_SETS, 1);
  pme_misses before = misses_of(p, &machine, &(pme_team_question){.threads = 4}, 0);
  pme_misses shared = misses_of(p, &machine, &(pme_team_question){.threads = 4}, 1);
  pme_profile_add_sampled_row(
      p, &(pme_sampled_row){.bytes = 8, .visits = 512, .references = 512, .writes = 512, .loop = 0});
  pme_misses after = misses_of(p, &machine, &(pme_team_question){.threads = 4}, 0);
  assert_true(after.misses > before.misses + 200 && after.coherence > before.coherence + 200);
  assert_true(after.low <= before.misses && after.misses <= after.high);
  assert_true(misses_of(p, &machine, &(pme_team_question){.threads = 4}, 1).misses == shared.misses);
  pme_profile_destroy(p);
}

/* The same, once written and read. */
static void check_file(pme_profile *p) {
  char path[] = "/tmp/pmecache-lines-XXXXXX";
  pme_profile *read = NULL;
  pme_line_sample before, after;
  assert_int_not_equal(mkstemp(path), -1);
  assert_int_equal(pme_profile_save(p, path, NULL), PME_OK);
  assert_int_equal(pme_profile_read_file(path, &read, NULL), PME_OK);
  remove(path);
  assert_true(pme_profile_line_sample(p, &before) && pme_profile_line_sample(read, &after));
  assert_int_equal(before.piece_count, after.piece_count);
  assert_int_equal(before.touch_count, after.touch_count);
  assert_int_equal(before.sets, after.sets);
  assert_memory_equal(before.touches, after.touches, before.touch_count * sizeof *before.touches);
  for (int i = 0; i < before.piece_count; i++)
    assert_true(before.pieces[i].count == after.pieces[i].count && before.pieces[i].loop == after.pieces[i].loop);
  assert_int_equal(before.has_times, after.has_times);
  assert_int_equal(before.row_count, after.row_count);
  for (int r = 0; r < before.row_count; r++)
    assert_true(before.rows[r].bytes == after.rows[r].bytes && before.rows[r].span == after.rows[r].span &&
                before.rows[r].offset == after.rows[r].offset && before.rows[r].distance == after.rows[r].distance &&
                before.rows[r].writes == after.rows[r].writes);
  pme_profile_destroy(p);
  pme_profile_destroy(read);
}

static void test_a_sample_survives_a_file(void **state) {
  (void)state;
  check_file(make_profile(16, 1));
  pme_profile *timed = make_profile(16, 1);
  add_visits(timed, 0, 77, 0);
  pme_profile_add_sampled_row(
      timed, &(pme_sampled_row){
                 .offset = 48, .bytes = 20, .distance = 24, .visits = 7, .references = 14, .writes = 7, .span = 9.5});
  check_file(timed);
}

/* Levels with fewer sets than the sample tells apart have as much fewer ways. */
static void test_caches_in_small(void **state) {
  (void)state;
  pme_line_sample sample = {.sets = 1, .splits = 2};
  pme_machine machine = machine_of("cores=1;L1=32K,8,64;L2=1M,16,64");
  pme_machine small = pme__sampled_machine(&sample, &machine);
  assert_int_equal(small.levels[0].associativity, 2);
  assert_int_equal(pme_cache_sets(&small.levels[0]), 64);
  assert_int_equal(small.levels[1].associativity, 16);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_team_by_hand),
      cmocka_unit_test(test_a_part_of_the_sets_stands_for_all),
      cmocka_unit_test(test_the_surer_one_counts_more),
      cmocka_unit_test(test_own_memory_stays_in_the_sets),
      cmocka_unit_test(test_lines_are_taken_back_and_forth),
      cmocka_unit_test(test_rows_share_lines),
      cmocka_unit_test(test_lines_that_are_written_often),
      cmocka_unit_test(test_variables_of_all),
      cmocka_unit_test(test_rows_are_answered),
      cmocka_unit_test(test_what_cannot_be_answered_says_why),
      cmocka_unit_test(test_a_sample_survives_a_file),
      cmocka_unit_test(test_caches_in_small),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
