/* Dealing out a sequential run: the numbers of the specification (V6, V7), and the runtime's schedules. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/shared_caches/concurrent_meter.h"
#include "analysis/shared_caches/interleave.h"
#include "analysis/team/private_traces.h"
#include "analysis/team/team_streams.h"

/* ---- V6: how executions are split ---- */

static void assert_lengths(uint64_t executions, pme__private_options options, const uint64_t *expected) {
  uint32_t block[64] = {0};
  uint64_t start[65];
  pme__line_reference reference[64] = {0};
  for (uint64_t e = 0; e <= executions; e++)
    start[e] = e;
  pme__block_trace trace = {executions, block, start, reference, 1};
  pme__private_traces *traces;
  assert_int_equal(pme__private_traces_open(&trace, &options, &traces), PME_OK);
  pme__streams streams = pme__private_traces_streams(traces);
  for (uint32_t c = 0; c < options.cores; c++) {
    uint64_t count = 0;
    pme__line_reference buffer[3];
    streams.rewind(streams.context, c);
    for (size_t n; (n = streams.read(streams.context, c, buffer, 3)) > 0;)
      count += n;
    assert_int_equal(count, expected[c]);
    assert_int_equal(streams.length(streams.context, c), expected[c]);
  }
  pme__private_traces_close(traces);
}

static void v6_split(void **state) {
  (void)state;
  pme__private_options four = {.cores = 4};
  assert_lengths(10, four, (uint64_t[]){3, 3, 2, 2});
  assert_lengths(5, four, (uint64_t[]){2, 1, 1, 1});
  assert_lengths(4, four, (uint64_t[]){1, 1, 1, 1});
  assert_lengths(3, four, (uint64_t[]){3, 3, 3, 3});
  four.chunk = 2;
  assert_lengths(10, four, (uint64_t[]){4, 2, 2, 2});
  /* As printed: copies where it meant to split, and executions that no core gets. */
  pme__private_options printed = {.cores = 4, .form = PME_PRIVATE_PRINTED};
  assert_lengths(4, printed, (uint64_t[]){4, 4, 4, 4});
  assert_lengths(5, printed, (uint64_t[]){5, 5, 5, 5});
  assert_lengths(10, printed, (uint64_t[]){2, 2, 2, 2});
}

/* ---- V7 ---- */

enum { SHARED = 0, ENTRY, COND, BODY, EXIT };

typedef struct example {
  uint64_t count;
  uint32_t block[16];
  uint64_t start[17];
  pme__line_reference reference[32];
} example;

static void add_block(example *e, uint32_t block, const char *addresses) {
  uint64_t at = e->start[e->count];
  char *next = NULL;
  for (const char *c = addresses; *c; c = next) {
    uint64_t address = strtoull(c, &next, 16);
    e->reference[at++] = pme__reference_make(address, false) | (address >= 0x1000 ? PME_REFERENCE_PRIVATE : 0);
    next += *next == ' ';
  }
  e->block[e->count++] = block;
  e->start[e->count] = at;
}

static example make_example(void) {
  example e = {0};
  add_block(&e, SHARED, "100 108");
  add_block(&e, ENTRY, "1000 1008");
  for (int i = 0; i < 4; i++) {
    add_block(&e, COND, "1010");
    add_block(&e, BODY, "1018 1010");
  }
  add_block(&e, COND, "1010");
  add_block(&e, EXIT, "1018 108");
  return e;
}

static void assert_stream(const pme__streams *streams, uint32_t core, const char *expected) {
  pme__line_reference buffer[5];
  char *next = NULL;
  streams->rewind(streams->context, core);
  for (size_t n; (n = streams->read(streams->context, core, buffer, 5)) > 0;)
    for (size_t i = 0; i < n; i++, expected = next + (*next == ' '))
      assert_int_equal(pme__reference_line(buffer[i]), strtoull(expected, &next, 16));
  assert_string_equal(expected, "");
}

static void assert_profile(const pme__concurrent_profile *profile, const double *expected, double cold) {
  for (int d = 0; d < 10; d++)
    assert_true(profile->finite.bin[d].count == expected[d]);
  assert_true(profile->infinite == cold);
}

static void measure(const pme__streams *streams, const uint32_t *instance, pme__meter **out) {
  pme__interleaver *il;
  uint32_t thread[64];
  pme__line_reference reference[64];
  pme__interleave_options options = {.order = PME_MERGE_ROUND_ROBIN};
  assert_int_equal(pme__interleaver_open(streams, &options, &il), PME_OK);
  assert_int_equal(pme__meter_open(&(pme__meter_options){.threads = streams->threads, .instance = instance}, out),
                   PME_OK);
  for (size_t n; (n = pme__interleaver_read(il, thread, reference, 64)) > 0;)
    assert_int_equal(pme__meter_feed(*out, thread, reference, n), PME_OK);
  assert_int_equal(pme__meter_flush(*out), PME_OK);
  pme__interleaver_close(il);
}

static void v7_algorithm_1(void **state) {
  (void)state;
  example e = make_example();
  pme__block_trace trace = {e.count, e.block, e.start, e.reference, 5};
  pme__private_options options = {.cores = 2, .offset_lines = 0x100000};
  pme__private_traces *traces;
  assert_int_equal(pme__private_traces_open(&trace, &options, &traces), PME_OK);
  pme__streams streams = pme__private_traces_streams(traces);
  assert_stream(&streams, 0, "100 108 1000 1008 1010 1018 1010 1010 1018 1010 1010 1018 108");
  assert_stream(&streams, 1, "100 108 101000 101008 101018 101010 101010 101018 101010 101010 101018 108");
  const uint32_t own[] = {0, 1};
  pme__meter *alone, *together;
  measure(&streams, own, &alone);
  measure(&streams, NULL, &together);
  /* PRD0 = INFx6 1 0 1 1 0 1 4; PRD1 = INFx6 0 1 1 0 1 4 */
  assert_profile(pme__meter_thread(alone, 0), (double[10]){2, 4, 0, 0, 1}, 6);
  assert_profile(pme__meter_thread(alone, 1), (double[10]){2, 3, 0, 0, 1}, 6);
  /* CRD: INF 0 INF 0 INFx8 3 1 1 3 3 3 3 1 1 3 3 8 0 */
  pme_arena *arena = pme_arena_create();
  pme__concurrent_profile whole;
  assert_int_equal(pme__meter_instance(together, 0, arena, &whole), PME_OK);
  assert_profile(&whole, (double[10]){3, 4, 0, 7, 0, 0, 0, 0, 1}, 10);
  pme_arena_destroy(arena);
  pme__meter_close(alone);
  pme__meter_close(together);
  pme__private_traces_close(traces);
  /* The printed form drops one of the five executions of the condition. */
  options.form = PME_PRIVATE_PRINTED;
  assert_int_equal(pme__private_traces_open(&trace, &options, &traces), PME_OK);
  streams = pme__private_traces_streams(traces);
  assert_int_equal(streams.length(streams.context, 0) + streams.length(streams.context, 1), 24);
  pme__private_traces_close(traces);
}

static void bad_traces_are_refused(void **state) {
  (void)state;
  example e = make_example();
  pme__block_trace trace = {e.count, e.block, e.start, e.reference, 5};
  pme__private_traces *traces;
  assert_int_equal(pme__private_traces_open(&trace, &(pme__private_options){0}, &traces), PME_BAD_ARGUMENT);
  pme__private_options far = {.cores = 2, .offset_lines = UINT64_MAX / 2};
  assert_int_equal(pme__private_traces_open(&trace, &far, &traces), PME_BAD_ARGUMENT);
  trace.blocks = 4;
  assert_int_equal(pme__private_traces_open(&trace, &(pme__private_options){.cores = 2}, &traces), PME_BAD_INPUT);
}

/* ---- schedules ---- */

static void assert_dealt(pme__team_schedule schedule, const uint64_t *expected) {
  pme_arena *arena = pme_arena_create();
  pme__team_ranges dealt = {0};
  bool is_static = schedule.kind < PME_TEAM_DYNAMIC;
  assert_int_equal(pme__team_schedule_ranges(&schedule, NULL, NULL, arena, &dealt),
                   is_static ? PME_BAD_ARGUMENT : PME_OK);
  char *seen = (char *)calloc(schedule.iterations + 1, 1);
  for (uint32_t t = 0; t < schedule.threads; t++) {
    uint64_t count = 0, last = 0;
    pme__range range;
    for (uint64_t r = 0; is_static ? pme__team_schedule_range(&schedule, t, r, &range) : r < dealt.count[t]; r++) {
      if (!is_static)
        range = dealt.range[t][r];
      assert_true(range.first >= last && range.first < range.last && range.last <= schedule.iterations);
      last = range.last;
      count += range.last - range.first;
      for (uint64_t i = range.first; i < range.last; i++)
        assert_int_equal(seen[i]++, 0);
    }
    if (expected)
      assert_int_equal(count, expected[t]);
    if (!is_static)
      assert_int_equal(count, dealt.length[t]);
  }
  for (uint64_t i = 0; i < schedule.iterations; i++)
    assert_int_equal(seen[i], 1);
  free(seen);
  pme_arena_destroy(arena);
}

static void v6_static_schedules(void **state) {
  (void)state;
  assert_dealt((pme__team_schedule){PME_TEAM_BALANCED, 0, 4, 50}, (uint64_t[]){13, 13, 12, 12});
  assert_dealt((pme__team_schedule){PME_TEAM_BALANCED, 0, 8, 30}, (uint64_t[]){4, 4, 4, 4, 4, 4, 3, 3});
  assert_dealt((pme__team_schedule){PME_TEAM_GREEDY, 0, 4, 50}, (uint64_t[]){13, 13, 13, 11});
  assert_dealt((pme__team_schedule){PME_TEAM_GREEDY, 0, 8, 30}, (uint64_t[]){4, 4, 4, 4, 4, 4, 4, 2});
  assert_dealt((pme__team_schedule){PME_TEAM_GREEDY, 0, 8, 100}, (uint64_t[]){13, 13, 13, 13, 13, 13, 13, 9});
  assert_dealt((pme__team_schedule){PME_TEAM_GREEDY, 0, 8, 7}, (uint64_t[]){1, 1, 1, 1, 1, 1, 1, 0});
  assert_dealt((pme__team_schedule){PME_TEAM_GREEDY, 0, 8, 9}, (uint64_t[]){2, 2, 2, 2, 1, 0, 0, 0});
  assert_dealt((pme__team_schedule){PME_TEAM_CHUNKED, 4, 3, 50}, (uint64_t[]){18, 16, 16});
  assert_dealt((pme__team_schedule){PME_TEAM_CHUNKED, 100, 3, 50}, (uint64_t[]){50, 0, 0});
  assert_dealt((pme__team_schedule){PME_TEAM_BALANCED, 0, 3, 0}, (uint64_t[]){0, 0, 0});
}

static void schedules_deal_everything_once(void **state) {
  (void)state;
  for (int kind = PME_TEAM_BALANCED; kind <= PME_TEAM_GUIDED_OMP; kind++)
    for (uint32_t threads = 1; threads <= 9; threads += 2)
      for (uint64_t n = 0; n < 200; n += 13)
        for (uint64_t chunk = 0; chunk < 8; chunk += 3)
          assert_dealt((pme__team_schedule){(pme__team_schedule_kind)kind, chunk, threads, n}, NULL);
}

static uint64_t triangle(void *context, uint64_t first, uint64_t last) {
  uint64_t length = 0;
  (void)context;
  for (; first < last; first++)
    length += 100 - first;
  return length;
}

static void dynamic_goes_to_who_is_free(void **state) {
  (void)state;
  pme_arena *arena = pme_arena_create();
  pme__team_ranges dealt;
  pme__team_schedule schedule = {PME_TEAM_DYNAMIC, 1, 2, 4};
  /* Iterations of 100, 99, 98, 97: thread 0 takes 0, 1 takes 1 and is free first, then thread 0. */
  assert_int_equal(pme__team_schedule_ranges(&schedule, triangle, NULL, arena, &dealt), PME_OK);
  assert_int_equal(dealt.range[1][1].first, 2);
  assert_int_equal(dealt.range[0][1].first, 3);
  assert_int_equal(dealt.length[0], 197);
  assert_int_equal(dealt.length[1], 197);
  schedule = (pme__team_schedule){PME_TEAM_GUIDED_GOMP, 1, 4, 100};
  assert_int_equal(pme__team_schedule_ranges(&schedule, NULL, NULL, arena, &dealt), PME_OK);
  assert_int_equal(dealt.range[0][0].last, 25); /* ceil(100 / 4), ceil(75 / 4) */
  assert_int_equal(dealt.range[1][0].last - dealt.range[1][0].first, 19);
  schedule.kind = PME_TEAM_GUIDED_OMP;
  assert_int_equal(pme__team_schedule_ranges(&schedule, NULL, NULL, arena, &dealt), PME_OK);
  assert_int_equal(dealt.range[0][0].last, 12); /* 100 / 8, 88 / 8 */
  assert_int_equal(dealt.range[1][0].last - dealt.range[1][0].first, 11);
  schedule = (pme__team_schedule){PME_TEAM_DYNAMIC, 1, 2, UINT64_C(1) << 40};
  assert_int_equal(pme__team_schedule_ranges(&schedule, NULL, NULL, arena, &dealt), PME_OVER_BUDGET);
  schedule.threads = 0;
  assert_int_equal(pme__team_schedule_ranges(&schedule, NULL, NULL, arena, &dealt), PME_BAD_ARGUMENT);
  pme_arena_destroy(arena);
}

/* ---- a team ---- */

/* Iteration i makes i + 1 references to lines 100 i, 100 i + 1, ...; the last is private. */
static uint64_t growing_length(void *context, uint64_t first, uint64_t last) {
  (void)context;
  return last * (last + 1) / 2 - first * (first + 1) / 2;
}

/* place[0]: of the iteration that is being read, how many references are behind it. */
static size_t growing_read(void *context, pme__iteration_reader *reader, pme__line_reference *buffer, size_t room) {
  (void)context;
  size_t count = 0;
  for (; reader->first < reader->last; reader->first++, reader->place[0] = 0)
    for (; reader->place[0] <= reader->first; reader->place[0]++) {
      if (count == room)
        return count;
      uint64_t iteration = reader->first, i = reader->place[0];
      buffer[count++] = pme__reference_make(100 * iteration + i, false) | (i == iteration ? PME_REFERENCE_PRIVATE : 0);
    }
  return count;
}

static const pme__iterations growing = {.count = 7, .length = growing_length, .read = growing_read};

static void whole_iterations_move(void **state) {
  (void)state;
  const uint64_t start[] = {0, 2};
  const pme__line_reference code[] = {1 << 2, 2 << 2 | PME_REFERENCE_PRIVATE};
  pme__iteration_array array = {1, start, code};
  pme__piece work[] = {{.kind = PME_PIECE_MASTER, .iterations = pme__iterations_of_array(&array)},
                       {.kind = PME_PIECE_ALL, .iterations = pme__iterations_of_array(&array), .no_barrier = true},
                       {.kind = PME_PIECE_LOOP, .iterations = growing, .schedule = PME_TEAM_CHUNKED, .chunk = 2}};
  pme__team *team;
  assert_int_equal(pme__team_open(work, 3, 2, 0x100000, &team), PME_OK);
  assert_int_equal(pme__team_phases(team), 2);
  pme__streams streams = pme__team_streams(team, 0);
  assert_stream(&streams, 0, "1 2");
  assert_stream(&streams, 1, "");
  assert_int_equal(streams.length(streams.context, 0), 2);
  streams = pme__team_streams(team, 1);
  /* Thread 0: iterations 0 1 4 5, thread 1: 2 3 6. */
  assert_stream(&streams, 0, "1 2 0 64 65 190 191 192 193 194 1f4 1f5 1f6 1f7 1f8 1f9");
  assert_stream(&streams, 1, "1 100002 c8 c9 1000ca 12c 12d 12e 10012f 258 259 25a 25b 25c 25d 10025e");
  assert_int_equal(streams.length(streams.context, 1), 16);
  streams = pme__team_streams(team, SIZE_MAX);
  assert_int_equal(streams.length(streams.context, 0), 18);
  pme__team_close(team);
  assert_int_equal(pme__team_open(work, 3, 0, 0, &team), PME_BAD_ARGUMENT);
  assert_int_equal(pme__team_open(work, 3, 4, UINT64_C(1) << 60, &team), PME_BAD_ARGUMENT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(v6_split),
      cmocka_unit_test(v7_algorithm_1),
      cmocka_unit_test(bad_traces_are_refused),
      cmocka_unit_test(v6_static_schedules),
      cmocka_unit_test(schedules_deal_everything_once),
      cmocka_unit_test(dynamic_goes_to_who_is_free),
      cmocka_unit_test(whole_iterations_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
