/* One stream out of many: order, completeness, and what the policies promise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/shared_caches/interleave.h"
#include "test/property/concurrent/sharing_workloads.h"

enum { ROOM = 200000 };
static uint32_t threads[ROOM];
static pme__line_reference references[ROOM];

/* Everything, read `step` at a time. */
static size_t merge(team_trace *trace, const pme__interleave_options *options, size_t step) {
  pme__streams streams = team_trace_streams(trace);
  pme__interleaver *il;
  size_t count = 0;
  assert_int_equal(pme__interleaver_open(&streams, options, &il), PME_OK);
  for (size_t n; (n = pme__interleaver_read(il, threads + count, references + count, step)) > 0;)
    count += n;
  pme__interleaver_close(il);
  return count;
}

static void assert_merged(const char *text, const pme__interleave_options *options, const char *expected) {
  for (size_t step = 1; step <= 64; step = step * 2 + 1) {
    team_trace trace = team_trace_of_text(text);
    char found[256] = "";
    size_t count = merge(&trace, options, step);
    for (size_t i = 0; i < count; i++)
      found[i] = (char)pme__reference_line(references[i]);
    found[count] = 0;
    assert_string_equal(found, expected);
    team_trace_close(&trace);
  }
}

static void v8_round_robin(void **state) {
  (void)state;
  pme__interleave_options options = {.order = PME_MERGE_ROUND_ROBIN};
  assert_merged("123,4,56", &options, "145263");
  assert_merged("4,123,56", &options, "415263");
  assert_merged(",1,,23,", &options, "123");
  assert_merged(",,", &options, "");
  assert_merged("abcdef", &options, "abcdef");
}

static void turns_of_several(void **state) {
  (void)state;
  pme__interleave_options options = {.order = PME_MERGE_ROUND_ROBIN, .turn = 2};
  assert_merged("abcde,12345", &options, "ab12cd34e5");
  options.turn = 100;
  assert_merged("abcde,12345", &options, "abcde12345");
}

static void proportional_ends_together(void **state) {
  (void)state;
  pme__interleave_options options = {0};
  assert_merged("abcd,12", &options, "a1bc2d");
  assert_merged("abcd,1234", &options, "a1b2c3d4");
  assert_merged("ab,123456", &options, "a123b456");
}

/* One long thread among many short ones (by progress), and threads that differ little (by credits): the k-th reference
 * of n comes when the share k / n of all is done. */
static void proportional_is_even(void **state) {
  (void)state;
  for (int is_sparse = 0; is_sparse < 2; is_sparse++) {
    team_trace trace = team_trace_make(&sharing_workloads[0], 10, 1);
    for (uint32_t t = 0; t < 10; t++)
      trace.count[t] = is_sparse ? (t == 4 ? 20000 : 50 + t) : 3000 + 117 * t;
    pme__interleave_options options = {0};
    size_t count = merge(&trace, &options, 999);
    double done[10] = {0};
    for (size_t i = 0; i < count; i++) {
      double own = ++done[threads[i]] / (double)trace.count[threads[i]];
      double off = (own - (double)i / (double)count) * (double)trace.count[threads[i]];
      assert_true(off >= -10 && off <= 2);
    }
    team_trace_close(&trace);
  }
}

/* Each thread's references in its own order, and all of them. */
static void assert_complete(const team_trace *trace, size_t count) {
  uint64_t *seen = (uint64_t *)calloc(trace->threads, sizeof *seen);
  for (size_t i = 0; i < count; i++) {
    assert_true(seen[threads[i]] < trace->count[threads[i]]);
    assert_true(trace->reference[threads[i]][seen[threads[i]]++] == references[i]);
  }
  for (uint32_t t = 0; t < trace->threads; t++)
    assert_int_equal(seen[t], trace->count[t]);
  free(seen);
}

static void every_policy_is_complete(void **state) {
  (void)state;
  for (int order = PME_MERGE_PROPORTIONAL; order <= PME_MERGE_STAIRS; order++)
    for (int w = 11; w < SHARING_WORKLOADS; w++) {
      team_trace trace = team_trace_make(&sharing_workloads[w], 5, 1);
      for (uint32_t t = 0; t < 5; t++)
        trace.count[t] = trace.count[t] / 10 + t;
      trace.count[3] = 0;
      pme__interleave_options options = {.order = (pme__merge_order)order, .seed = 3};
      assert_complete(&trace, merge(&trace, &options, 777));
      options.turn = 7;
      assert_complete(&trace, merge(&trace, &options, 100));
      options.by_read = true;
      assert_complete(&trace, merge(&trace, &options, 4096));
      team_trace_close(&trace);
    }
}

/* In the middle of a run, how much of each thread has been done. */
static void shares_are_kept(void **state) {
  (void)state;
  team_trace trace = team_trace_make(&sharing_workloads[13], 4, 1);
  for (uint32_t t = 0; t < 4; t++)
    trace.count[t] /= 4;
  static const pme__merge_order policies[] = {PME_MERGE_PROPORTIONAL, PME_MERGE_RANDOM};
  for (int p = 0; p < 2; p++) {
    pme__interleave_options options = {.order = policies[p], .seed = 11};
    size_t count = merge(&trace, &options, 1000);
    double done[4] = {0};
    for (size_t i = 0; i < count / 2; i++)
      done[threads[i]]++;
    for (uint32_t t = 0; t < 4; t++)
      assert_true(done[t] / (double)trace.count[t] > .48 && done[t] / (double)trace.count[t] < .52);
  }
  pme__interleave_options options = {.order = PME_MERGE_UNIFORM, .seed = 11};
  merge(&trace, &options, 1000);
  double done[4] = {0};
  for (int i = 0; i < 10000; i++)
    done[threads[i]]++;
  for (uint32_t t = 0; t < 4; t++)
    assert_true(done[t] > 2300 && done[t] < 2700);
  team_trace_close(&trace);
}

static void skewed_threads_start_late(void **state) {
  (void)state;
  team_trace trace = team_trace_make(&sharing_workloads[0], 8, 1);
  for (uint32_t t = 0; t < 8; t++)
    trace.count[t] = 10000;
  pme__interleave_options options = {.order = PME_MERGE_SKEWED, .seed = 5};
  size_t count = merge(&trace, &options, 1000), first[8];
  for (size_t i = count; i-- > 0;)
    first[threads[i]] = i;
  size_t late = 0;
  for (uint32_t t = 0; t < 8; t++) {
    assert_true(first[t] <= 20000);
    late += first[t] > 1000;
  }
  assert_true(late >= 4);
  options = (pme__interleave_options){.order = PME_MERGE_STAIRS, .skew = 0.07};
  for (size_t i = merge(&trace, &options, 1000); i-- > 0;)
    first[threads[i]] = i;
  /* Thread t waits 100 t rounds, of which the u-th hundred has u + 1 threads. */
  for (size_t t = 0; t < 8; t++)
    assert_int_equal(first[t], 50 * t * (t + 1) + t);
  team_trace_close(&trace);
}

static void bad_options_are_refused(void **state) {
  (void)state;
  team_trace trace = team_trace_of_text("a,b");
  pme__streams streams = team_trace_streams(&trace);
  pme__interleaver *il = NULL;
  assert_int_equal(pme__interleaver_open(&streams, &(pme__interleave_options){.skew = 1.5}, &il), PME_BAD_ARGUMENT);
  assert_int_equal(pme__interleaver_open(&streams, &(pme__interleave_options){.skew = -1}, &il), PME_BAD_ARGUMENT);
  assert_null(il);
  team_trace_close(&trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(v8_round_robin),
      cmocka_unit_test(turns_of_several),
      cmocka_unit_test(proportional_ends_together),
      cmocka_unit_test(proportional_is_even),
      cmocka_unit_test(every_policy_is_complete),
      cmocka_unit_test(shares_are_kept),
      cmocka_unit_test(skewed_threads_start_late),
      cmocka_unit_test(bad_options_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
