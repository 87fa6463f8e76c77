/* Profiles of teams: their references add up, and one thread has one profile. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/team/profiles/team_profiles.h"

enum { ITERATIONS = 200, TRACE_BYTES = 1 << 16 };

/* Each iteration writes a line that all share, reads two of a table, and a private one. */
static void make_trace(char *text) {
  size_t used = (size_t)snprintf(text, TRACE_BYTES, "pmetrace 1\nloop static\n");
  for (int i = 0; i < ITERATIONS; i++)
    used += (size_t)snprintf(text + used, TRACE_BYTES - used, "i\nb %d\nw %x 8\nr %x 8\nr %x 8\nr %x 8 p\n", i % 2,
                             0x1000 + 64 * (i % 5), 0x10000 + 64 * (i * 7 % 61), 0x10000 + 64 * (i * 11 % 61),
                             0x90000 + 64 * (i % 3));
}

static double total(const pme__concurrent_profile *profile) {
  return pme__tally_count(&profile->finite) + profile->infinite;
}

static void assert_same(double found, double expected, const char *what, int method) {
  if (fabs(found - expected) > 1e-6 * (1 + expected))
    fail_msg("%s, method %d: %g, not %g", what, method, found, expected);
}

static void assert_sums(const pme__team_profiles *p, int method) {
  double references = 0;
  for (uint32_t t = 0; t < p->threads; t++) {
    const pme__thread_profiles *thread = &p->thread[t];
    assert_same(total(&thread->alone), thread->alone.references, "alone", method);
    assert_same(total(&thread->measured), thread->measured.references, "measured", method);
    assert_same(total(&thread->estimated), thread->estimated.references, "estimated", method);
    assert_true(isfinite(thread->nrmse) && thread->nrmse >= 0);
    references += thread->measured.references;
  }
  assert_same(p->combined.measured.references, references, "all", method);
}

static void every_method_has_all_references(void **state) {
  static char text[TRACE_BYTES];
  pme__sequential_trace trace;
  pme_machine machine;
  pme_error error = {0};
  (void)state;
  make_trace(text);
  FILE *stream = fmemopen(text, strlen(text), "r");
  assert_non_null(stream);
  assert_int_equal(pme__sequential_trace_read(stream, 64, &trace, &error), PME_OK);
  fclose(stream);
  const char *caches = "cores=8;L1=2K,4,64;L2=64K,8,64,shared=8";
  assert_int_equal(pme_machine_read(caches, strlen(caches), &machine, &error), PME_OK);
  for (uint32_t threads = 1; threads <= 4; threads += 3)
    for (int method = PME_METHOD_AUTO; method < PME_METHOD_COUNT; method++) {
      pme__team_question question = {
          .machine = &machine, .threads = threads, .method = (pme__team_method)method, .seed = 1};
      pme_arena *arena = pme_arena_create();
      pme__team_profiles profiles;
      if (pme__team_profiles_of(&trace, &question, arena, &profiles, &error) != PME_OK)
        fail_msg("method %d: %s", method, error.message);
      assert_sums(&profiles, method);
      if (profiles.method == PME_METHOD_ITERATIONS || (threads == 1 && method == PME_METHOD_COHERENT))
        assert_same(profiles.combined.nrmse, 0, "error of what is measured", method);
      if (threads == 1)
        assert_same(profiles.combined.measured.infinite, profiles.combined.alone.infinite, "one thread", method);
      pme_arena_destroy(arena);
    }
  pme__sequential_trace_close(&trace);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_method_has_all_references)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
