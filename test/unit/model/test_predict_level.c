/* One level by the closed form alone, where its numbers follow by hand; and what a listener is told of it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/model/closed_form/predict_level.h"
#include "analysis/model/observer/observer.h"
#include "test/unit/core/evaluated.h"

static const struct {
  const char *name, *machine, *body;
  double accesses, misses;
  bool is_counted;
} programs[] = {
    {"each line once", "cores=1;L1=4K,4,64", "array a element 8 base 0\nloop i = 0 .. 799\nread a @ 8*i\nend\n", 800,
     100, true},
    {"a sweep that fits, three times", "cores=1;L1=4K,4,64",
     "array a element 8 base 0\nloop t = 0 .. 2\nloop i = 0 .. 255\nread a @ 8*i\nend\nend\n", 768, 32, true},
    {"a sweep that does not fit, three times", "cores=1;L1=4K,4,64",
     "array a element 8 base 0\nloop t = 0 .. 2\nloop i = 0 .. 2047\nread a @ 8*i\nend\nend\n", 6144, 768, true},
    {"private caches of a team", "cores=4;L1=4K,4,64",
     "array a element 8 base 0\nloop i = 0 .. 799 parallel threads 4\nread a @ 8*i\nend\n", 800, 100, true},
};

static void forms_of_small_programs(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
    evaluated e;
    bool is_counted = false;
    evaluate(&e, programs[i].body, programs[i].machine);
    const pme__count *counts = pme__count_program(e.concrete, e.arena);
    pme__level_question question = {
        .effort = 1e9, .counts = counts, .guard_shares = pme__guard_shares_create(e.concrete, e.arena)};
    assert_int_equal(pme__predict_closed_form(&question, e.prediction, &is_counted), PME_OK);
    const pme_misses *found = &e.prediction->references[0].levels[0];
    if (fabs(found->accesses - programs[i].accesses) > 1e-6 || fabs(found->misses - programs[i].misses) > 1e-6 ||
        is_counted != programs[i].is_counted)
      fail_msg("%s: %g accesses, %g misses, counted: %d", programs[i].name, found->accesses, found->misses, is_counted);
    forget(&e);
  }
}

static void nothing_without_effort(void **state) {
  (void)state;
  evaluated e;
  bool is_counted = false;
  evaluate(&e, programs[2].body, programs[2].machine);
  const pme__count *counts = pme__count_program(e.concrete, e.arena);
  pme__level_question question = {.counts = counts, .guard_shares = pme__guard_shares_create(e.concrete, e.arena)};
  assert_int_equal(pme__predict_closed_form(&question, e.prediction, &is_counted), PME_OK);
  assert_false(e.prediction->references[0].modelled);
  forget(&e);
}

/* The same number with a listener, who gets reuses that add up to the misses. */
static void a_listener_changes_nothing(void **state) {
  (void)state;
  evaluated e;
  bool is_counted = false;
  pme__observer observer;
  evaluate(&e, programs[2].body, programs[2].machine);
  const pme__count *counts = pme__count_program(e.concrete, e.arena);
  assert_true(pme__observer_init(&observer, e.prediction, true, e.arena));
  pme__level_question question = {.effort = 1e9,
                                  .counts = counts,
                                  .guard_shares = pme__guard_shares_create(e.concrete, e.arena),
                                  .observer = &observer};
  assert_int_equal(pme__predict_closed_form(&question, e.prediction, &is_counted), PME_OK);
  const pme_misses *found = &e.prediction->references[0].levels[0];
  int node = e.prediction->references[0].node;
  assert_true(fabs(found->misses - programs[2].misses) < 1e-6);
  const pme__observation *seen = pme__observer_at(&observer, node, 0);
  double again = 0;
  for (const pme__observed_reuse *reuse = seen->reuses; reuse; reuse = reuse->next)
    again += reuse->reuse.misses;
  assert_true(fabs(again + found->cold - found->misses) < 1e-6 * found->misses);
  assert_true(fabs(seen->form_accesses - found->accesses) < 1e-6);
  assert_false(observer.no_memory);
  pme__observe_engines(&observer, 0, e.prediction, e.prediction, true);
  assert_true(!seen->has_walk && seen->has_form && seen->form_was_asked);
  assert_true(fabs(seen->form.misses - found->misses) < 1e-6);
  forget(&e);
}

static void strata_are_kept_in_order(void **state) {
  (void)state;
  evaluated e;
  pme__observer observer;
  evaluate(&e, programs[0].body, programs[0].machine);
  assert_true(pme__observer_init(&observer, e.prediction, false, e.arena));
  int node = e.prediction->references[0].node;
  for (int i = 1; i <= 3; i++)
    pme__observe_stratum(&observer, node, &(pme_stratum){.misses = i});
  const pme__observation *seen = pme__observer_at(&observer, node, 0);
  assert_int_equal(seen->stratum_count, 3);
  double expected = 1;
  for (const pme__observed_stratum *s = seen->strata; s; s = s->next, expected++)
    assert_true(fabs(s->stratum.misses - expected) < 1e-12);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(forms_of_small_programs),
      cmocka_unit_test(nothing_without_effort),
      cmocka_unit_test(a_listener_changes_nothing),
      cmocka_unit_test(strata_are_kept_in_order),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
