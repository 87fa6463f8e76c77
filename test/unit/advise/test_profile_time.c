/* Times of loops from a profile: what the run has counted of their code decides, as it does of a trace. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/profile/predict_as.h"
#include "analysis/reuse/distance.h"
#include "pmecache/advice.h"

static const char machine_text[] = "cores=4;L1=1K,2,64,latency=4,throughput=3;L2=64K,8,64,latency=14,throughput=4;"
                                   "memory=200,throughput=8;transfer=100;issue=4;chain=4;divide=5;frequency=1G";

/* A loop of 1000 iterations over 4000 lines, each read four times: by a run, or by a block of another kind. */
typedef struct kernel {
  bool is_run, is_parallel, is_known, is_chained;
  bool decides, has_kept; /* branches wait for it; and as well, it seems, for what stays in a register */
  double surprises, near; /* shares of the iterations */
  double staying;         /* ... that come to the line of the one before */
  double part[PME_PROFILE_PARTS];
} kernel;

static int add_loop(pme_profile *p, const kernel *k) {
  pme_profile_loop loop = {.function = pme_profile_add_function(p, &(pme_profile_function){.name = "f", .calls = 1}),
                           .parent = PME_NONE,
                           .parallel = k->is_parallel,
                           .threads = 1,
                           .executions = 1,
                           .iterations = 1000,
                           .work = {.operations = 2, .vector = 1}};
  for (int i = 0; i < PME_PROFILE_PARTS; i++)
    loop.part[i] = k->part[i];
  return pme_profile_add_loop(p, &loop);
}

static void add_reference(pme_profile *p, const kernel *k) {
  pme_profile_block block = {.loop = add_loop(p, k), .executions = 1000};
  if (k->is_known)
    block.course = (pme_profile_course){.is_run = k->is_run,
                                        .records = k->is_run ? 1 : 1000,
                                        .rounds = k->is_run ? 1000 : 0,
                                        .surprises = k->is_run ? 0 : 1000 * k->surprises};
  pme_profile_reference reference = {.block = pme_profile_add_block(p, &block), .size_bytes = 8};
  if (k->is_known)
    reference.moves = (pme_profile_moves){.is_chained = k->is_chained,
                                          .decides = k->decides,
                                          .first_address = 0x1000,
                                          .span_bytes = 4000 * 64,
                                          .stride_bytes = k->is_run ? 64 : 0,
                                          .seen = k->is_run ? 1 : 1000,
                                          .changes = k->is_run ? 0 : 999,
                                          .moves = k->is_run ? 0 : 999 * (1 - k->staying),
                                          .near = k->is_run ? 0 : 999 * k->near};
  pme_profile_stream *stream = pme_profile_stream_of(p, pme_profile_add_reference(p, &reference), 0);
  stream->accesses = 1000;
  for (int i = 0; i < 1000; i++)
    pme_profile_add_distance(p, stream, i % 2 ? 100 : PME_DISTANCE_INFINITE, 1, UINT64_MAX, NULL);
  pme_profile_reference kept = {.block = reference.block, .size_bytes = 8, .moves = {.decides = true, .seen = 1000}};
  if (k->has_kept)
    pme_profile_add_reference(p, &kept);
}

typedef struct answered {
  pme_profile *profile;
  pme_machine machine;
  pme_profile_answers *answers;
  pme_arena *arena;
  const pme_advice *times;
} answered;

static void time_of(const kernel *k, const char *machine, int threads, answered *a) {
  pme_profile_options options = pme_profile_default_options();
  pme_team_question team = {.threads = threads};
  pme_error error;
  a->arena = pme_arena_create();
  assert_int_equal(pme_profile_create(&options, NULL, &a->profile), PME_OK);
  add_reference(a->profile, k);
  assert_int_equal(pme_profile_status(a->profile), PME_OK);
  assert_int_equal(pme_machine_read(machine, strlen(machine), &a->machine, &error), PME_OK);
  assert_int_equal(pme__profile_predict_as(a->profile, &a->machine, &team, &a->answers, &error), PME_OK);
  assert_int_equal(pme_time_profile(a->profile, &a->answers->items[0], a->arena, &a->times), PME_OK);
}

static void forget(answered *a) {
  pme_profile_answers_destroy(a->answers);
  pme_profile_destroy(a->profile);
  pme_arena_destroy(a->arena);
}

static double cycles_on(const kernel *k, const char *machine, int threads) {
  answered a;
  time_of(k, machine, threads, &a);
  assert_int_equal(a.times->loop_count, 1);
  const pme_loop_time *now = &a.times->loops[0].now;
  assert_true(now->low > 0 && now->low < now->cycles && now->cycles < now->high);
  double cycles = now->cycles;
  forget(&a);
  return cycles;
}

static double cycles_of(const kernel *k, int threads) { return cycles_on(k, machine_text, threads); }

static void test_what_the_code_does_decides(void **state) {
  (void)state;
  kernel run = {.is_run = true, .is_known = true}, near = {.is_known = true, .near = 1}, far = {.is_known = true};
  kernel surprising = far, chained = far;
  surprising.surprises = 0.5;
  chained.is_chained = true;
  assert_true(cycles_of(&run, 1) < cycles_of(&far, 1));
  assert_true(cycles_of(&near, 1) < cycles_of(&far, 1));
  /* 500 branches guessed wrong at 18 cycles, of which waiting for lines hides a part. */
  assert_true(cycles_of(&surprising, 1) > cycles_of(&far, 1) + 500);
  /* Lines of which one tells where the next one is come one after the other: a latency each. */
  assert_true(cycles_of(&chained, 1) > 3 * cycles_of(&far, 1));
}

/* A branch that is guessed wrong costs what was measured, and the wait for what it hangs on. */
static void test_wrong_guesses(void **state) {
  (void)state;
  char costly[256];
  snprintf(costly, sizeof costly, "%s;branch=118", machine_text);
  kernel guessed = {.is_known = true, .surprises = 0.5}, waiting = guessed, rows, kept;
  waiting.decides = true;
  double of_guesses = cycles_of(&guessed, 1), of_waits = cycles_of(&waiting, 1);
  assert_true(cycles_on(&waiting, costly, 1) > of_waits + 0.9 * 100 * 500);
  /* 500 times a line of the memory, every second time. */
  assert_true(of_waits > of_guesses + 30000);
  /* The same misses, where ten accesses in a row come to a line: the last waits for what the first of them misses. */
  rows = waiting;
  rows.staying = 0.9;
  assert_true(cycles_of(&rows, 1) > of_waits + 0.5 * (of_waits - of_guesses));
  kept = waiting;
  kept.has_kept = true;
  assert_true(cycles_of(&kept, 1) > 0.99 * of_waits);
}

static void test_serial_and_parallel_loops(void **state) {
  (void)state;
  kernel serial = {.is_known = true}, parallel = {.is_known = true, .is_parallel = true};
  /* A team of one is started all the same. */
  assert_true(cycles_of(&parallel, 1) > cycles_of(&serial, 1) + 1000);
  assert_true(cycles_of(&serial, 4) == cycles_of(&serial, 1));
  assert_true(cycles_of(&parallel, 4) < cycles_of(&parallel, 1));
}

static void test_no_time(void **state) {
  (void)state;
  kernel unknown = {.is_parallel = true}, known = {.is_known = true};
  answered a;
  time_of(&unknown, machine_text, 1, &a);
  assert_int_equal(a.times->loop_count, 0);
  forget(&a);
  time_of(&known, "cores=4;L1=1K,2,64;memory=200", 1, &a);
  assert_int_equal(a.times->loop_count, 0);
  forget(&a);
}

/* ---- who has most to do ---- */

static double imbalance(const kernel *k, int threads, pme_schedule_kind schedule, int64_t chunk) {
  pme_profile_loop loop = {.parallel = true, .executions = 2, .iterations = 2 * 1000};
  for (int i = 0; i < PME_PROFILE_PARTS; i++)
    loop.part[i] = k->part[i];
  return pme__loop_imbalance(&loop, &(pme_team_question){threads, true, schedule, chunk, PME_INTERLEAVE_ANY});
}

static void test_imbalance(void **state) {
  (void)state;
  kernel triangle = {0}, unknown = {0};
  for (int i = 0; i < PME_PROFILE_PARTS; i++)
    triangle.part[i] = i + 0.5;
  assert_float_equal(imbalance(&triangle, 2, PME_SCHEDULE_STATIC, 0), 1.5, 1e-9);
  assert_float_equal(imbalance(&triangle, 4, PME_SCHEDULE_STATIC, 0), 1.75, 1e-9);
  assert_float_equal(imbalance(&triangle, 2, PME_SCHEDULE_STATIC, 250), 1.25, 1e-9);
  assert_float_equal(imbalance(&triangle, 2, PME_SCHEDULE_STATIC, 1), 1, 1e-2);
  assert_float_equal(imbalance(&triangle, 2, PME_SCHEDULE_STATIC, 1000), 2, 1e-9);
  assert_float_equal(imbalance(&triangle, 4, PME_SCHEDULE_DYNAMIC, 10), 1, 0);
  assert_float_equal(imbalance(&triangle, 4, PME_SCHEDULE_DYNAMIC, 500), 2, 1e-9);
  assert_float_equal(imbalance(&unknown, 4, PME_SCHEDULE_STATIC, 0), 1, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_what_the_code_does_decides),
                                     cmocka_unit_test(test_wrong_guesses),
                                     cmocka_unit_test(test_serial_and_parallel_loops), cmocka_unit_test(test_no_time),
                                     cmocka_unit_test(test_imbalance)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
