/* RD+FP stays within its bars over all workloads (the whole table, with more threads: accuracy_concurrent). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "test/property/concurrent/concurrent_accuracy.h"

enum { CASES = SHARING_WORKLOADS * 2 };

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

static profile_error error_of(const sharing_workload *workload, uint32_t threads) {
  team_trace trace = team_trace_make(workload, threads, 777);
  pme__streams streams = team_trace_streams(&trace);
  pme_arena *arena = pme_arena_create();
  pme__concurrent_profile truth, found;
  double seconds;
  measure_merged(&streams, PME_MERGE_RANDOM, 99, arena, &truth);
  assert_true(estimate_profile("rdfp", &streams, arena, &found, &seconds));
  profile_error error = profile_error_between(&truth, &found);
  pme_arena_destroy(arena);
  team_trace_close(&trace);
  return error;
}

static void rdfp_is_within_its_bars(void **state) {
  (void)state;
  double nrmse[CASES], miss_rate[CASES];
  int cases = 0;
  for (int w = 0; w < SHARING_WORKLOADS; w++)
    for (uint32_t threads = 2; threads <= 4; threads += 2) {
      profile_error error = error_of(&sharing_workloads[w], threads);
      assert_true(error.mass > 1 - 1e-9 && error.mass < 1 + 1e-9);
      if (sharing_workloads[w].kind == MATMUL)
        continue; /* lock step: concurrent_interval.h */
      nrmse[cases] = error.nrmse;
      miss_rate[cases++] = error.miss_rate;
      assert_true(error.miss_rate <= 0.03);
    }
  qsort(nrmse, (size_t)cases, sizeof *nrmse, ascending);
  qsort(miss_rate, (size_t)cases, sizeof *miss_rate, ascending);
  assert_true(nrmse[cases / 2] <= 0.02);
  assert_true(miss_rate[cases / 2] <= 0.002);
}

static void coherent_profiles_are_within_theirs(void **state) {
  (void)state;
  for (int w = 1; w < SHARING_WORKLOADS; w += 2) {
    team_trace trace = team_trace_make(&sharing_workloads[w], 4, 777);
    pme__streams streams = team_trace_streams(&trace);
    double errors[COHERENT_METHODS];
    coherent_errors(&streams, errors);
    assert_true(errors[0] <= 0.003);
    team_trace_close(&trace);
  }
}

/* In lock step over the same lines the interleaving decides, and no method that sees the threads alone can know. */
static void the_interval_holds_every_interleaving(void **state) {
  (void)state;
  for (uint32_t threads = 2; threads <= 8; threads *= 2) {
    team_trace trace = team_trace_make(&sharing_workloads[10], threads, 777);
    pme__streams streams = team_trace_streams(&trace);
    interval_error error = interval_error_of(&streams, 3);
    assert_true(error.width > 0.3);
    assert_true(error.outside <= 0);
    team_trace_close(&trace);
  }
}

static void methods_have_names(void **state) {
  (void)state;
  assert_true(accuracy_methods_known("rdfp,class,union,noshare,markov,printed,rr,skewed,uniform"));
  assert_false(accuracy_methods_known("rdfp,fp"));
  assert_false(accuracy_methods_known(""));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rdfp_is_within_its_bars),
      cmocka_unit_test(coherent_profiles_are_within_theirs),
      cmocka_unit_test(the_interval_holds_every_interleaving),
      cmocka_unit_test(methods_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
