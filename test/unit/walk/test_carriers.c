/* Carriers through guards: what a condition lets through of a run is one run. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/base/random.h"
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

/* ---- random nests ---- */

typedef struct nest {
  pme__level_state *state;
  const pme__tree_reference *reference;
  pme__carriers carriers;
  double instances[PME__TREE_MAX_LOOPS + 3]; /* in each stratum, */
  double weights[PME__TREE_MAX_LOOPS + 3];   /* ... and sums of the weights of all that are moved into it */
  uint64_t random;
} nest;

static bool runs(const nest *n, const pme__walk_instance *instance) {
  for (int level = 0; level < n->reference->path_length; level++) {
    const pme__tree_node *loop = n->reference->path[level];
    pme__tree_range range = pme__tree_range_of(loop, instance->iterators, 0);
    int64_t value = instance->iterators[loop->depth];
    if (range.trips < 1 || value < range.first || value > range.last)
      return false;
  }
  return true;
}

static void add_instance(nest *n, const pme__walk_instance *instance) {
  n->instances[pme__carrier_of(n->state, &n->carriers, instance)]++;
  for (int c = 0; c <= n->carriers.count; c++) {
    pme__walk_instance moved = *instance;
    double weight = pme__carrier_project(n->state, &n->carriers, c, &n->random, &moved);
    if (weight == 0)
      continue;
    n->weights[c] += weight;
    assert_true(runs(n, &moved));
    assert_int_equal(pme__carrier_of(n->state, &n->carriers, &moved), c);
  }
}

static void add_instances(nest *n, pme__walk_instance *instance, int level) {
  if (level == n->reference->path_length) {
    add_instance(n, instance);
    return;
  }
  const pme__tree_node *loop = n->reference->path[level];
  pme__tree_range range = pme__tree_range_of(loop, instance->iterators, 0);
  for (int64_t i = 0; i < range.trips; i++) {
    instance->iterators[loop->depth] = range.first + i * range.step;
    add_instances(n, instance, level + 1);
  }
}

static int draw(uint64_t *random, int low, int high) {
  return low + (int)pme__random_below(random, (int64_t)high - low + 1);
}

/* Three loops with bounds that others may be in, a guard now and then, and an access that moves by little. */
static void write_nest(char *text, size_t room, uint64_t *random) {
  static const char *const outer[] = {"0", "i", "i - 2", "6 - i", "2*i - 3"};
  static const char *const both[] = {"0", "i", "j", "i - j", "j - 3", "9 - i - j", "5 - i", "2*j - 4"};
  enum { OUTER = sizeof outer / sizeof *outer - 1, BOTH = sizeof both / sizeof *both - 1 };
  const char *first_j = outer[draw(random, 0, OUTER) * draw(random, 0, 1)], *last_j = outer[draw(random, 0, OUTER)];
  const char *first_k = both[draw(random, 0, BOTH) * draw(random, 0, 1)], *last_k = both[draw(random, 0, BOTH)];
  const char *condition = both[draw(random, 0, BOTH)];
  int trips_i = draw(random, 1, 11), trips_j = draw(random, 2, 9), trips_k = draw(random, 1, 9);
  int sign_k = draw(random, -1, 1), offset = draw(random, 0, 3);
  int stride_i = draw(random, -1, 9), stride_j = draw(random, -2, 4), stride_k = draw(random, -1, 2);
  snprintf(text, room,
           "pme 1\narray a element 8 base 0\narray b element 8 base 1048576\nloop i = 0 .. %d\n"
           "loop j = max(0, %s) .. min(12, %d + %s)\nloop k = max(1, %s) .. min(11, %d + %s)\nif %s + %d*k + %d\n"
           "read a @ 8000 + %d*i + %d*j + %d*k\nend\nwrite b @ 8\nend\nend\nend\n",
           trips_i, first_j, trips_j, last_j, first_k, trips_k, last_k, condition, sign_k, offset, 8 * stride_i,
           8 * stride_j, 8 * stride_k);
}

/* Each instance is in one stratum, and moving all of them into one gives as much weight as it has instances. */
static void test_strata_are_parts(void **unused) {
  (void)unused;
  enum { NESTS = 3000 };
  uint64_t random = 7;
  int cut = 0;
  for (int number = 0; number < NESTS; number++) {
    char text[600];
    answer a = {0};
    pme__loop_tree *walk;
    const int64_t none[1] = {0};
    nest n = {.random = 1};
    pme__walk_instance instance = {.reference = 0};
    write_nest(text, sizeof text, &random);
    prepare(&a, text, machine, 1);
    assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &walk), PME_OK);
    if (walk->reference_count > 1) {
      assert_int_equal(pme__level_state_create(walk, &a.machine, 0, a.arena, &n.state), PME_OK);
      pme__level_state_place(n.state, none);
      pme__find_carriers(n.state, 0, &n.carriers);
      n.reference = &walk->references[0];
      add_instances(&n, &instance, 0);
    }
    for (int c = 0; c <= n.carriers.count; c++) {
      cut += c < n.carriers.count && n.carriers.at[c].is_cut;
      if (fabs(n.instances[c] - n.weights[c]) > 1e-6 * (1 + n.instances[c]))
        fail_msg("%s\nstratum %d of %d: %g instances, weights of %g", text, c, n.carriers.count, n.instances[c],
                 n.weights[c]);
    }
    release(&a);
  }
  assert_true(cut > NESTS / 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_guards_cut_runs), cmocka_unit_test(test_strata_are_parts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
