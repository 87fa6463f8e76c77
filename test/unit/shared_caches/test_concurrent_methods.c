/* Concurrent reuse distances by every method: what must hold for any profile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/shared_caches/concurrent.h"
#include "analysis/shared_caches/concurrent_coherent.h"
#include "analysis/shared_caches/concurrent_markov.h"
#include "analysis/shared_caches/concurrent_meter.h"
#include "analysis/shared_caches/interleave.h"
#include "test/property/concurrent/sharing_workloads.h"
#include "test/reference/printed.h"
#include "test/unit/shared_caches/collected_team.h"

/* ---- every method, on anything ---- */

enum { METHODS = 6, MOST_THREADS = 1100 };

static pme_status run(int method, const team *t, pme__concurrent_profile *profiles) {
  switch (method) {
  case 0:
    return pme__concurrent_rdfp(&t->sharing, NULL, t->arena, profiles);
  case 1:
    return pme__concurrent_footprint(&t->sharing, NULL, false, t->arena, profiles);
  case 2:
    return pme__concurrent_footprint(&t->sharing, NULL, true, t->arena, profiles);
  case 3:
    return pme__concurrent_markov(&t->sharing, NULL, PME_MARKOV_REPAIRED, t->arena, profiles);
  default:
    break;
  }
  for (uint32_t i = 0; i < t->sharing.threads; i++) {
    pme_status status =
        method == 4 ? pme__coherent_profile(&t->sharing, i, t->arena, &profiles[i], NULL)
                    : pme__coherent_profile_markov(&t->sharing, i, PME_MARKOV_REPAIRED, t->arena, &profiles[i], NULL);
    if (status != PME_OK)
      return status;
  }
  return PME_OK;
}

static void assert_distributions(team *t) {
  static pme__concurrent_profile profiles[MOST_THREADS];
  for (int method = 0; method < METHODS; method++) {
    assert_int_equal(run(method, t, profiles), PME_OK);
    for (uint32_t i = 0; i < t->sharing.threads; i++) {
      const pme__concurrent_profile *p = &profiles[i];
      assert_near(pme_concurrent_profile_mass(p), 1, 1e-9);
      assert_near(p->references, t->sharing.thread[i].references, 0);
      assert_true(p->infinite >= 0);
      for (uint32_t b = 0; b < p->finite.room; b++)
        assert_true(p->finite.bin[b].count >= -1e-9);
    }
    pme__concurrent_profile whole;
    assert_int_equal(pme__concurrent_combine(profiles, t->sharing.threads, t->arena, &whole), PME_OK);
    assert_near(pme_concurrent_profile_mass(&whole), 1, 1e-9);
  }
}

static void profiles_sum_to_one(void **state) {
  (void)state;
  static const char *const texts[] = {"a",
                                      "a,a",
                                      "abc,def",
                                      "aAaA,AaAa,a",
                                      "abcdefgh,abcdefgh,a,a,aaaaa",
                                      "abcabcabc,,abcabc",
                                      ",",
                                      "ab,ab,ab,ab,ab,ab,ab,ab",
                                      "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz,a"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    team t = collect(team_trace_of_text(texts[i]), false);
    assert_distributions(&t);
    done(&t);
  }
}

/* A small team of each workload. */
static void workloads_sum_to_one(void **state) {
  (void)state;
  for (int w = 0; w < SHARING_WORKLOADS; w++) {
    team_trace trace = team_trace_make(&sharing_workloads[w], 3, 5);
    for (uint32_t i = 0; i < 3; i++)
      trace.count[i] = trace.count[i] > 3000 ? 3000 : trace.count[i];
    team t = collect(trace, false);
    assert_distributions(&t);
    done(&t);
  }
}

static void one_thread_is_alone(void **state) {
  (void)state;
  team_trace trace = team_trace_make(&sharing_workloads[4], 1, 5);
  trace.count[0] = 5000;
  team t = collect(trace, false);
  pme__concurrent_profile alone, found;
  assert_int_equal(pme__concurrent_alone(&t.sharing, 0, t.arena, &alone), PME_OK);
  assert_int_equal(pme__concurrent_rdfp(&t.sharing, NULL, t.arena, &found), PME_OK);
  for (uint32_t b = 0; b < alone.finite.room; b++)
    assert_near(found.finite.bin[b].count, alone.finite.bin[b].count, 0);
  assert_near(found.infinite, alone.infinite, 0);
  /* V13: the footprint method with one thread is the curve of that thread, on average over windows. */
  assert_int_equal(pme__concurrent_footprint(&t.sharing, NULL, false, t.arena, &found), PME_OK);
  for (double lines = 4; lines <= 512; lines *= 2)
    assert_near(pme__concurrent_miss_rate(&found, lines), pme__concurrent_miss_rate(&alone, lines), .02);
  done(&t);
}

static void a_cache_sees_its_own_threads_only(void **state) {
  (void)state;
  team t = collect(team_trace_make(&sharing_workloads[2], 4, 5), false);
  team pair = t;
  const uint32_t first[] = {1, 3};
  pme__cache_threads cache = {first, 2};
  pme__concurrent_profile on_cache[2], all[4];
  assert_int_equal(pme__concurrent_rdfp(&t.sharing, &cache, t.arena, on_cache), PME_OK);
  assert_int_equal(pme__concurrent_rdfp(&t.sharing, NULL, t.arena, all), PME_OK);
  assert_near(on_cache[0].references, t.sharing.thread[1].references, 0);
  assert_near(pme_concurrent_profile_mass(&on_cache[1]), 1, 1e-9);
  assert_true(pme__concurrent_miss_rate(&on_cache[0], 512) < pme__concurrent_miss_rate(&all[1], 512));
  const uint32_t wrong[] = {3, 1}, beyond[] = {4};
  assert_int_equal(pme__concurrent_rdfp(&t.sharing, &(pme__cache_threads){wrong, 2}, t.arena, on_cache),
                   PME_BAD_ARGUMENT);
  assert_int_equal(pme__concurrent_rdfp(&t.sharing, &(pme__cache_threads){beyond, 1}, t.arena, on_cache),
                   PME_BAD_ARGUMENT);
  done(&pair);
}

static void a_thousand_threads(void **state) {
  (void)state;
  enum { THREADS = 1024 };
  team_trace trace = team_trace_make(&sharing_workloads[12], THREADS, 5);
  team t = collect(trace, false);
  static pme__concurrent_profile profiles[THREADS];
  assert_int_equal(pme__concurrent_rdfp(&t.sharing, NULL, t.arena, profiles), PME_OK);
  for (uint32_t i = 0; i < THREADS; i++)
    assert_near(pme_concurrent_profile_mass(&profiles[i]), 1, 1e-9);
  assert_int_equal(pme__concurrent_markov(&t.sharing, NULL, PME_MARKOV_REPAIRED, t.arena, profiles), PME_OVER_BUDGET);
  done(&t);
}

/* Everything once, with the n-th allocation failing. */
static pme_status travel(team_trace *trace) {
  pme_arena *arena = pme_arena_create();
  if (!arena)
    return PME_NO_MEMORY;
  pme__sharing sharing;
  pme__streams streams = team_trace_streams(trace);
  pme__concurrent_profile profiles[3], whole;
  pme_histogram histogram = {0};
  pme__interleaver *il = NULL;
  pme__meter *meter = NULL;
  pme_status status = pme__sharing_collect(&streams, &(pme__sharing_options){0}, arena, &sharing);
  team t = {.arena = arena, .sharing = sharing};
  for (int method = 0; method < METHODS && status == PME_OK; method++)
    status = run(method, &t, profiles);
  if (status == PME_OK)
    status = pme__concurrent_combine(profiles, 3, arena, &whole);
  if (status == PME_OK)
    status = pme__concurrent_profile_histogram(&whole, &histogram);
  if (status == PME_OK)
    status = pme__interleaver_open(&streams, &(pme__interleave_options){0}, &il);
  if (status == PME_OK)
    status = pme__meter_open(&(pme__meter_options){.threads = 3, .coherent = true}, &meter);
  uint32_t thread[512];
  pme__line_reference reference[512];
  for (size_t n; status == PME_OK && (n = pme__interleaver_read(il, thread, reference, 512)) > 0;)
    status = pme__meter_feed(meter, thread, reference, n);
  if (status == PME_OK)
    status = pme__meter_flush(meter);
  pme__meter_close(meter);
  pme__interleaver_close(il);
  pme_histogram_destroy(&histogram, NULL);
  pme_arena_destroy(arena);
  return status;
}

static void every_allocation_may_fail(void **state) {
  (void)state;
  team_trace trace = team_trace_make(&sharing_workloads[3], 3, 5);
  for (uint32_t i = 0; i < 3; i++)
    trace.count[i] = 200;
  pme_status status = PME_NO_MEMORY;
  long n = 1;
  for (; status != PME_OK && n < 5000; n++) {
    pme_fail_allocation_after(n);
    status = travel(&trace);
    assert_true(status == PME_OK || status == PME_NO_MEMORY);
  }
  pme_fail_allocation_after(0);
  assert_int_equal(status, PME_OK);
  assert_true(n > 50);
  team_trace_close(&trace);
}

static void no_threads_are_refused(void **state) {
  (void)state;
  pme_arena *arena = pme_arena_create();
  pme__sharing sharing;
  pme__streams none = {0};
  pme__meter *meter;
  pme__interleaver *interleaver;
  assert_int_equal(pme__sharing_collect(&none, &(pme__sharing_options){0}, arena, &sharing), PME_BAD_ARGUMENT);
  assert_int_equal(pme__meter_open(&(pme__meter_options){0}, &meter), PME_BAD_ARGUMENT);
  assert_int_equal(pme__interleaver_open(&none, &(pme__interleave_options){0}, &interleaver), PME_BAD_ARGUMENT);
  pme_arena_destroy(arena);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(profiles_sum_to_one),    cmocka_unit_test(workloads_sum_to_one),
      cmocka_unit_test(one_thread_is_alone),    cmocka_unit_test(a_cache_sees_its_own_threads_only),
      cmocka_unit_test(a_thousand_threads),     cmocka_unit_test(every_allocation_may_fail),
      cmocka_unit_test(no_threads_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
