/* The line sample of records that are made up: pieces, iterations, touches, runs, private memory, and halving. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/trace/line_sampler.h"

static const pme_instrumented_site sites[] = {{1, 1, 8, 0, 0, "a", NULL},
                                              {1, 5, 8, PME_SITE_WRITE, 0, "b", NULL},
                                              {2, 1, 8, 0, 8, "c", NULL},
                                              {2, 5, 8, PME_SITE_WRITE, 16, "d", NULL}};
static const pme_instrumented_block plain = {PME_BLOCK_PLAIN, 0, 2, sites, 1, 1, 0, 0, 0},
                                    inner = {PME_BLOCK_RUN, 0, 2, sites + 2, 2, 1, 0, 1, 2},
                                    outer = {PME_BLOCK_RUN, PME_BLOCK_IS_ITERATION, 1, sites + 2, 2, 1, 0, 2, 4},
                                    iteration = {PME_BLOCK_ITERATION, 0, 0, NULL, 0, 0, 0, 3, 5},
                                    region = {PME_BLOCK_REGION, 0, 0, NULL, 0, 0, -1, 4, 6},
                                    loop = {PME_BLOCK_WORKSHARING, 0, 0, NULL, 0, 0, 0, 5, 7};

static uint64_t word(const pme_instrumented_block *block) { return (uint64_t)(uintptr_t)block; }

static void border(pme__line_sampler *s, pme_trace_border_kind kind, const pme_instrumented_block *block, int64_t first,
                   int64_t second, int64_t third, int64_t fourth, int64_t fifth) {
  pme__line_sampler_border(
      s, &(pme_trace_border){.kind = kind, .block = block, .values = {first, second, third, fourth, fifth}});
}

static pme__line_sampler *start(int team, int64_t stack_low, int64_t stack_high) {
  pme__line_sampler *s = pme__line_sampler_open(NULL);
  assert_non_null(s);
  border(s, PME_TRACE_REGION_BEGIN, &region, 0, 0, team, stack_low, stack_high);
  return s;
}

static void begin_loop(pme__line_sampler *s, pme_schedule_kind schedule, int64_t chunk) {
  border(s, PME_TRACE_LOOP_BEGIN, &loop, schedule, chunk, 0, 99, 1);
  border(s, PME_TRACE_CHUNK, NULL, 0, 0, 0, 0, 0);
}

static void end_loop(pme__line_sampler *s, bool waits) {
  border(s, PME_TRACE_LOOP_END, NULL, 0, 0, 0, 0, 0);
  if (waits)
    border(s, PME_TRACE_BARRIER, NULL, 0, 0, 0, 0, 0);
}

/* The sample, in a profile that the caller destroys. */
static pme_profile *sample_of(pme__line_sampler *s, pme_line_sample *out, bool expected) {
  pme_profile_options options = pme_profile_default_options();
  pme_profile *profile;
  assert_int_equal(pme_profile_create(&options, NULL, &profile), PME_OK);
  pme__line_sampler_add_to(s, profile);
  pme__line_sampler_close(s);
  assert_int_equal(pme_profile_line_sample(profile, out), expected);
  return profile;
}

static void test_pieces_and_touches(void **state) {
  (void)state;
  pme__line_sampler *s = start(1, 0x7000, 0x8000);
  const uint64_t everybody[] = {word(&plain), 0x100, 0x100};
  pme__line_sampler_take(s, everybody, everybody + 3);
  begin_loop(s, PME_SCHEDULE_DYNAMIC, 4);
  for (uint64_t i = 0; i < 3; i++) {
    const uint64_t records[] = {word(&iteration), word(&plain),    0x1000 + 64 * i, 0x7100,
                                word(&plain),     0x1000 + 64 * i, 0x7100};
    pme__line_sampler_take(s, records, records + 7);
  }
  end_loop(s, false);
  border(s, PME_TRACE_REGION_END, NULL, 0, 0, 0, 0, 0);
  pme_line_sample found;
  pme_profile *profile = sample_of(s, &found, true);
  assert_int_equal(found.sets, PME_SAMPLE_SETS);
  assert_int_equal(found.piece_count, 2);
  assert_int_equal(found.pieces[0].kind, PME_SAMPLED_ALL);
  assert_true(found.has_times);
  assert_int_equal(found.pieces[0].count, 1); /* the read, and the write behind it */
  assert_int_equal(found.touches[0].reference, 4 << 2);
  assert_true(found.touches[0].more == 1 && found.touches[0].writes == 1 && found.touches[0].span == 1);
  const pme_sampled_piece *dealt = &found.pieces[1];
  assert_int_equal(dealt->kind, PME_SAMPLED_LOOP);
  assert_int_equal(dealt->schedule, PME_SCHEDULE_DYNAMIC);
  assert_int_equal(dealt->chunk, 4);
  assert_int_equal(dealt->iterations, 3);
  assert_true(dealt->references == 12 && !dealt->no_barrier);
  assert_int_equal(dealt->count, 6); /* the second record of an iteration brings nothing new */
  for (size_t t = 0; t < dealt->count; t++) {
    const pme_sampled_touch *touch = &found.touches[dealt->first + t];
    assert_int_equal(touch->iteration, t / 2);
    assert_int_equal(touch->reference & 3, t % 2 ? 3 : 0); /* the stack: private, and written */
    assert_int_equal(touch->time, t / 2 * 4 + t % 2);
    assert_true(touch->more == 1 && touch->writes == t % 2 * 2 && touch->span == 2);
  }
  pme_profile_destroy(profile);
}

/* Lines that are written are left for others to take when nothing is done with them for a while; own ones are not, and those
 * that are only read. What is reached by the thread's number is told apart. */
static void test_visits_end_in_pauses(void **state) {
  (void)state;
  enum { PAUSE = 30 };
  static const pme_instrumented_site by_number = {1, 1, 8, PME_SITE_WRITE | PME_SITE_BY_THREAD, 0, "e", NULL};
  static const pme_instrumented_block row = {PME_BLOCK_PLAIN, 0, 1, &by_number, 1, 1, 0, 7, 11};
  pme__line_sampler *s = start(1, 0x70000, 0x80000);
  begin_loop(s, PME_SCHEDULE_STATIC, 0);
  const uint64_t begin[] = {word(&iteration)};
  pme__line_sampler_take(s, begin, begin + 1);
  for (uint64_t i = 0; i < 2 * PAUSE; i++) {
    /* Line 2 is read alone, line 3 written as well, each other time; own lines in between. */
    const uint64_t address = i % PAUSE ? 0x70000 + 64 * 9 : 64 * 2;
    const uint64_t records[] = {word(&plain), address, i % PAUSE ? address : 64 * 3, word(&row), 64 * 5};
    pme__line_sampler_take(s, records, records + (i == 0 ? 5 : 3));
  }
  end_loop(s, true);
  pme_line_sample found;
  pme_profile *profile = sample_of(s, &found, true);
  int visits[4] = {0}, rows = 0;
  for (size_t t = 0; t < found.touch_count; t++) {
    rows += pme_touch_is_row(&found.touches[t]);
    if (!(found.touches[t].reference & 2))
      visits[found.touches[t].reference >> 2]++;
    else if (!pme_touch_is_row(&found.touches[t]))
      assert_true(found.touches[t].more == 4 * (PAUSE - 1) - 1 && found.touches[t].writes == 2 * (PAUSE - 1));
  }
  assert_true(visits[2] == 1 && visits[3] == 2 && rows == 1);
  pme_profile_destroy(profile);
}

/* Rows are followed to the byte, whatever is in the sample; what lies apart is in none. */
static void test_rows(void **state) {
  (void)state;
  enum { ITERATIONS = 32, OWN = 0x2010, TO = 0x9000, NEAR = PME_SITE_BY_THREAD | PME_SITE_NEAR };
  static const pme_instrumented_site sites_of_rows[] = {
      {1, 1, 4, NEAR, 0, "sum", NULL},
      {1, 1, 4, NEAR | PME_SITE_WRITE, 0, "sum", NULL},
      {2, 1, 8, PME_SITE_BY_THREAD | PME_SITE_WRITE, 0, "padded", NULL}};
  static const pme_instrumented_site in_run[] = {{3, 1, 4, NEAR | 100 << PME_SITE_DISTANCE_BIT, 4, "far", NULL},
                                                 {4, 1, 4, 0, 4, "x", NULL},
                                                 {3, 1, 4, NEAR | PME_SITE_WRITE, 4, "far", NULL}};
  static const pme_instrumented_block rows = {PME_BLOCK_PLAIN, PME_BLOCK_HAS_ROWS, 3, sites_of_rows, 1, 1, 0, 7, 11};
  static const pme_instrumented_block run = {PME_BLOCK_RUN, PME_BLOCK_HAS_ROWS, 3, in_run, 3, 1, 0, 8, 14};
  static const pme_instrumented_block *blocks[] = {&loop};
  pme__line_sampler *s = start(1, 0, 0);
  begin_loop(s, PME_SCHEDULE_STATIC, 0);
  for (uint64_t i = 0; i < ITERATIONS; i++) {
    const uint64_t at = OWN + i % 5 * 4;
    const uint64_t records[] = {word(&iteration), word(&rows), at, at, TO, word(&run), 24, 0x6020, 0x100, 0x6020};
    pme__line_sampler_take(s, records, records + sizeof records / sizeof *records);
  }
  end_loop(s, true);
  pme_profile_options options = pme_profile_default_options();
  pme_profile *profile;
  assert_int_equal(pme_profile_create(&options, NULL, &profile), PME_OK);
  pme__line_sampler_name_loops(s, &(pme_instrumented_function){.block_count = 1, .blocks = (void *)blocks}, (int[]){0});
  pme__line_sampler_add_to(s, profile);
  pme__line_sampler_close(s);
  pme_line_sample found;
  assert_true(pme_profile_line_sample(profile, &found));
  assert_int_equal(found.row_count, 2);
  const pme_sampled_row *sum = &found.rows[0], *far = &found.rows[1];
  assert_true(sum->loop == 0 && sum->offset == 0x10 && sum->bytes == 20 && sum->distance == 0);
  assert_true(sum->visits == ITERATIONS && sum->references == 2 * ITERATIONS && sum->writes == ITERATIONS);
  assert_true(sum->span == ITERATIONS);
  /* 96 bytes from the middle of a line on: 8 rounds, and 16. */
  assert_true(far->offset == 0x20 && far->bytes == 96 && far->distance == 100 && far->visits == 2 * ITERATIONS);
  assert_true(far->references == 48 * ITERATIONS && far->writes == 24 * ITERATIONS);
  assert_true(far->span == (7 + 15) * 3 * ITERATIONS);
  pme_profile_destroy(profile);
}

/* In a run a line is touched once; where its rounds are iterations, once by each. */
static void test_runs(void **state) {
  (void)state;
  for (int iterates = 0; iterates < 2; iterates++) {
    pme__line_sampler *s = start(1, 0, 0);
    begin_loop(s, PME_SCHEDULE_STATIC, 0);
    const uint64_t within[] = {word(&iteration), word(&inner), 16, 0x1000, 0x9000},
                   along[] = {word(&outer), 16, 0x1000};
    pme__line_sampler_take(s, iterates ? along : within, iterates ? along + 3 : within + 5);
    end_loop(s, true);
    pme_line_sample found;
    pme_profile *profile = sample_of(s, &found, true);
    assert_int_equal(found.pieces[0].iterations, iterates ? 16 : 1);
    assert_int_equal(found.touch_count, iterates ? 16 : 2 + 4);
    for (size_t t = 0; t < found.touch_count && iterates; t++) {
      assert_int_equal(found.touches[t].iteration, t);
      assert_int_equal(found.touches[t].reference, (0x1000 / 64 + t / 8) << 2);
    }
    /* Round by round: c0 d0, d1 in round 4, c1 d2 in round 8, d3 */
    static const uint64_t lines[] = {0x40, 0x240, 0x241, 0x41, 0x242, 0x243};
    static const uint64_t times[] = {0, 1, 9, 16, 17, 25}, more[] = {7, 3, 3, 7, 3, 3};
    for (size_t t = 0; t < found.touch_count && !iterates; t++) {
      const pme_sampled_touch *touch = &found.touches[t];
      assert_int_equal(touch->reference >> 2, lines[t]);
      assert_true(touch->time == times[t] && touch->more == more[t] && touch->span == 2 * more[t]);
      assert_int_equal(touch->writes, touch->reference & 1 ? more[t] + 1 : 0);
    }
    pme_profile_destroy(profile);
  }
}

static void test_heap_of_the_thread(void **state) {
  (void)state;
  pme__line_sampler *s = start(1, 0, 0);
  border(s, PME_TRACE_ALLOCATED, NULL, 0x1000, 0x100, 0, 0, 0);
  const uint64_t own[] = {word(&plain), 0x1000, 0x2040};
  pme__line_sampler_take(s, own, own + 3);
  border(s, PME_TRACE_FREED, NULL, 0x1000, 0, 0, 0, 0);
  pme__line_sampler_take(s, own, own + 3);
  pme_line_sample found;
  pme_profile *profile = sample_of(s, &found, true);
  assert_int_equal(found.touch_count, 3);
  assert_int_equal(found.touches[0].reference & 2, 2);
  assert_int_equal(found.touches[1].reference & 2, 0);
  assert_int_equal(found.touches[2].reference, 0x1000 / 64 << 2);
  pme_profile_destroy(profile);
}

/* Of very many lines a part is kept, all of the same sets. */
static void test_a_sample_is_halved(void **state) {
  (void)state;
  enum { LINES = 3 * PME_SAMPLE_MOST_TOUCHES };
  pme__line_sampler *s = start(1, 0, 0);
  begin_loop(s, PME_SCHEDULE_STATIC, 0);
  for (uint64_t i = 0; i < LINES; i++) {
    const uint64_t records[] = {word(&iteration), word(&plain), i * 64, i * 64};
    pme__line_sampler_take(s, records, records + 4);
  }
  end_loop(s, true);
  pme_line_sample found;
  pme_profile *profile = sample_of(s, &found, true);
  assert_int_equal(found.sets, PME_SAMPLE_SETS / 4);
  assert_int_equal(found.touch_count, LINES / 4); /* a read, and the write behind it */
  assert_true(pme_line_sample_weight(&found) == 4);
  for (size_t t = 0; t < found.touch_count; t++)
    assert_true(pme_line_is_sampled(found.sets, found.splits, found.touches[t].reference >> 2));
  pme_profile_destroy(profile);
}

enum { RUN_SITES = 5, ROUNDS = 3000 };
static const int64_t strides[RUN_SITES] = {8, -24, 200, -4096, 0};

/* What going through the run round by round would touch: lines that were not touched last. */
static size_t touch_each(const pme_line_sample *sample, const uint64_t *first, uint64_t *lines, size_t most) {
  uint64_t before[RUN_SITES];
  size_t count = 0;
  memset(before, 0xff, sizeof before);
  for (uint64_t round = 0; round < ROUNDS; round++)
    for (int i = 0; i < RUN_SITES; i++) {
      uint64_t line = (first[i] + round * (uint64_t)strides[i]) / 64;
      bool is_new = line != before[i];
      before[i] = line;
      if (is_new && pme_line_is_sampled(sample->sets, sample->splits, line) && (!count || lines[count - 1] != line) &&
          count < most)
        lines[count++] = line;
    }
  return count;
}

/* Sites of a run go from a line of the sample to the next one, also where that is one of very many. */
static void test_runs_in_a_small_sample(void **state) {
  (void)state;
  enum { LINES = 2 * PME_SAMPLE_SETS * PME_SAMPLE_MOST_TOUCHES + 1, MOST = 1000 };
  static pme_instrumented_site moving[RUN_SITES];
  static const pme_instrumented_block run = {PME_BLOCK_RUN, 0, RUN_SITES, moving, 1, 1, 0, 8, 8};
  for (int i = 0; i < RUN_SITES; i++)
    moving[i] = (pme_instrumented_site){1, 1, 8, 0, strides[i], "a", NULL};
  pme__line_sampler *s = start(1, 0, 0);
  begin_loop(s, PME_SCHEDULE_STATIC, 0);
  static const pme_instrumented_site by_line = {1, 1, 8, 0, 64, "a", NULL};
  static const pme_instrumented_block lines_of_many = {PME_BLOCK_RUN, 0, 1, &by_line, 1, 1, 0, 9, 8};
  const uint64_t all[] = {word(&iteration), word(&lines_of_many), LINES, 0};
  pme__line_sampler_take(s, all, all + 4);
  const uint64_t record[] = {word(&iteration), word(&run), ROUNDS, 0x10000, 0x912345, 0x70010, 0x2000040, 0x555540};
  pme__line_sampler_take(s, record, record + 3 + RUN_SITES);
  end_loop(s, true);
  pme_line_sample found;
  pme_profile *profile = sample_of(s, &found, true);
  assert_int_equal(found.sets, 1);
  assert_true(found.splits >= 1);
  uint64_t expected[MOST];
  size_t count = touch_each(&found, record + 3, expected, MOST);
  assert_true(count > 5 && found.touch_count > count);
  const pme_sampled_touch *own = found.touches + found.touch_count - count;
  for (size_t t = 0; t < count; t++)
    assert_int_equal(own[t].reference >> 2, expected[t]);
  assert_int_equal(own[-1].iteration, 0);
  assert_int_equal(own[0].iteration, 1);
  pme_profile_destroy(profile);
}

/* Iterations of a loop read a line each, and write one that is everybody's and one of the line beside. */
static pme_profile *write_often(pme_line_sample *found, uint64_t iterations, uint64_t counters) {
  pme__line_sampler *s = start(1, 0, 0);
  border(s, PME_TRACE_LOOP_BEGIN, &loop, PME_SCHEDULE_STATIC, 0, 0, (int64_t)iterations - 1, 1);
  border(s, PME_TRACE_CHUNK, NULL, 0, 0, 0, 0, 0);
  for (uint64_t i = 0; i < iterations; i++) {
    const uint64_t counter = 0x7000000 + 64 * (i * 7919 % counters);
    const uint64_t records[] = {word(&iteration), word(&plain), 64 * i, 0x10000000 + 8 * i,
                                word(&plain),     counter,      counter};
    pme__line_sampler_take(s, records, records + 7);
  }
  end_loop(s, true);
  return sample_of(s, found, true);
}

/* However few of the lines are in the sample, those that all iterations write are, each for itself, from when that is seen. */
static void test_lines_that_are_written_often(void **state) {
  (void)state;
  enum { ITERATIONS = 40000, LATE = 1000 };
  pme_line_sample found;
  pme_profile *profile = write_often(&found, ITERATIONS, 3);
  size_t often = 0;
  assert_true(found.sets < PME_SAMPLE_SETS);
  for (size_t t = 0; t < found.touch_count; t++) {
    const pme_sampled_touch *touch = &found.touches[t];
    if (!pme_touch_is_often(touch)) {
      assert_true(touch->iteration < LATE || (touch->reference >> 2) - 0x7000000 / 64 >= 3);
      continue;
    }
    assert_true(pme_touch_level(touch) == 0 && touch->more == 1 && touch->writes == 1);
    assert_true(often++ == 0 || touch->iteration == touch[-1].iteration + 1 || touch->iteration < LATE);
    assert_in_range((touch->reference >> 2) - PME_SAMPLE_OFTEN_LINES, 0x7000000 / 64, 0x7000000 / 64 + 2);
  }
  assert_in_range(often, ITERATIONS - LATE, ITERATIONS);
  pme_profile_destroy(profile);
}

/* Of lines that are walked over none is, and of more than there is room for some stand for the others. */
static void test_many_lines_that_are_written_often(void **state) {
  (void)state;
  enum { ITERATIONS = 200000, COUNTERS = 300 };
  pme_line_sample found;
  pme_profile *profile = write_often(&found, ITERATIONS, COUNTERS);
  double all = 0, often = 0;
  for (size_t t = 0; t < found.touch_count; t++)
    if (pme_touch_is_often(&found.touches[t])) {
      often++;
      all += (double)(1 << pme_touch_level(&found.touches[t]));
      assert_in_range((found.touches[t].reference >> 2 & ((UINT64_C(1) << PME_OFTEN_LEVEL_BITS) - 1)), 0x7000000 / 64,
                      0x7000000 / 64 + COUNTERS);
    }
  assert_true(often > PME_SAMPLE_MOST_OFTEN / 4. && often <= PME_SAMPLE_MOST_OFTEN);
  assert_true(all > 0.7 * ITERATIONS && all < 1.3 * ITERATIONS);
  pme_profile_destroy(profile);
}

/* The only one there is is not dropped, however often it is written. */
static void test_one_line_that_is_written_often(void **state) {
  (void)state;
  pme_line_sample found;
  pme_profile *profile = write_often(&found, 3 * PME_SAMPLE_MOST_OFTEN, 1);
  size_t often = 0;
  for (size_t t = 0; t < found.touch_count; t++)
    often += pme_touch_is_often(&found.touches[t]) && pme_touch_level(&found.touches[t]) == 0;
  assert_int_equal(often, PME_SAMPLE_MOST_OFTEN);
  pme_profile_destroy(profile);
}

static void test_a_team_has_none(void **state) {
  (void)state;
  pme__line_sampler *s = start(2, 0, 0);
  const uint64_t records[] = {word(&plain), 0x1000, 0x2000};
  pme__line_sampler_take(s, records, records + 3);
  pme_line_sample found;
  pme_profile_destroy(sample_of(s, &found, false));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pieces_and_touches),
      cmocka_unit_test(test_visits_end_in_pauses),
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_runs),
      cmocka_unit_test(test_heap_of_the_thread),
      cmocka_unit_test(test_a_sample_is_halved),
      cmocka_unit_test(test_runs_in_a_small_sample),
      cmocka_unit_test(test_lines_that_are_written_often),
      cmocka_unit_test(test_many_lines_that_are_written_often),
      cmocka_unit_test(test_one_line_that_is_written_often),
      cmocka_unit_test(test_a_team_has_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
