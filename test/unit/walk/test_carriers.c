/* Carriers through guards: what a condition lets through of a run is one run. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/model/walk/decide/reuse_run.h"
#include "test/unit/walk/walked.h"

static const char machine[] = "cores=1;L1=32K,8,64";

typedef struct guarded {
  const char *text;
  int count;    /* carriers of the first reference, */
  double first; /* instances that lead along all of them, */
  double all;   /* ... and all that are run */
} guarded;

/* Beside a write that is not guarded: else conditions are bounds of the loops. */
#define BODY(CONDITION, READ)                                                                                          \
  "pme 1\narray a element 8 extents 100 100 base 0\narray b element 8 base 1048576\n"                                  \
  "loop j = 0 .. 9\nloop i = 0 .. 99\nif " CONDITION "\nread a[" READ "]\nend\nwrite b @ 8\nend\nend\n"

static const guarded cases[] = {
    {BODY("70 - i", "0, i"), 2, 9, 710},         /* lines of 8 elements, once */
    {BODY("i - 20", "0, i"), 2, 11, 800},        /* from element 20 on, which is not the first of its line */
    {BODY("90 - i - 8*j", "j, i"), 1, 75, 550},  /* rows that are shorter and shorter */
    {BODY("i - j", "0, i"), 1, 100, 955},        /* torn along i, not along j */
    {BODY("90 - i, i - 8", "0, i"), 2, 11, 830}, /* cut at both ends */
};

/* Weights of all instances, projected to where they lead along every carrier. */
static double leaders(pme__level_state *state, const pme__loop_tree *walk, const pme__carriers *carriers, double *all) {
  const pme__tree_reference *reference = &walk->references[0];
  uint64_t random = 1;
  double sum = 0;
  *all = 0;
  for (int64_t j = 0; j < 10; j++)
    for (int64_t i = 0; i < 100; i++) {
      pme__walk_instance instance = {.reference = 0};
      bool runs = true;
      for (int level = 0; level < reference->path_length; level++) {
        const pme__tree_node *loop = reference->path[level];
        if (loop->most_trips > 1)
          instance.iterators[loop->depth] = loop->most_trips == 10 ? j : i;
        runs = runs && pme__tree_range_of(loop, instance.iterators, 0).trips > 0;
      }
      if (!runs)
        continue;
      (*all)++;
      sum += pme__carrier_project(state, carriers, carriers->count, &random, &instance);
    }
  return sum;
}

static void test_guards_cut_runs(void **unused) {
  (void)unused;
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    answer a = {0};
    pme__loop_tree *walk;
    pme__level_state *state;
    pme__carriers carriers;
    const int64_t none[1] = {0};
    double all;
    prepare(&a, cases[c].text, machine, 1);
    assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &walk), PME_OK);
    assert_int_equal(pme__level_state_create(walk, &a.machine, 0, a.arena, &state), PME_OK);
    pme__level_state_place(state, none);
    pme__find_carriers(state, 0, &carriers);
    assert_int_equal(carriers.count, cases[c].count);
    double first = leaders(state, walk, &carriers, &all);
    assert_true(all == cases[c].all);
    assert_float_equal(first, cases[c].first, 0.001);
    release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_guards_cut_runs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
