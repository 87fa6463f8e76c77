/* Reuse classes: the test vectors of docs/model/equations.md 3, and the short cuts against plain enumeration
 * (docs/model/equations.md 2.2, 6.3). */
#include "analysis/model/closed_form/classes/nrs_enumerate.h"
#include "analysis/model/closed_form/classes/nrs_reuse_counts.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { MOST_THREADS = 16 };
static const int64_t all_threads[MOST_THREADS] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15};
static const int64_t no_shift = 0;

static pme__reuse_request one_reference(int64_t n, int64_t block, int64_t threads, int64_t stride, int64_t line,
                                        int64_t alignment) {
  return (pme__reuse_request){.schedule = pme__schedule_make(n, block, threads),
                              .thread_count = threads,
                              .threads = all_threads,
                              .stride = stride,
                              .line = line,
                              .alignment = alignment,
                              .member_count = 1,
                              .shifts = &no_shift};
}

static double count_of(const pme__reuse_classes *classes, int member, int source, int64_t distance) {
  for (int i = 0; i < classes->count; i++) {
    const pme__reuse_class *c = &classes->items[i];
    if (c->member == member && c->source == source && c->distance == distance)
      return c->count;
  }
  return 0;
}

static void assert_same(const pme__reuse_classes *a, const pme__reuse_classes *b) {
  for (int turn = 0; turn < 2; turn++) {
    for (int i = 0; i < a->count; i++) {
      const pme__reuse_class *c = &a->items[i];
      double other = count_of(b, c->member, c->source, c->distance);
      if (fabs(c->count - other) > 1e-6 * (1 + fabs(other)))
        fail_msg("member %d source %d distance %ld: %g is not %g", c->member, c->source, (long)c->distance, c->count,
                 other);
    }
    const pme__reuse_classes *swap = a;
    a = b;
    b = swap;
  }
}

/* ---- docs/model/equations.md 3 ---- */

static const struct {
  int64_t n, block, threads, stride, line, alignment;
  double first, distance[4];
} vectors[] = {
    {16, 1, 2, 1, 4, 4, 4, {8, 4}},
    {16, 2, 2, 1, 4, 4, 4, {8, 4}},
    {16, 3, 3, 1, 4, 4, 4, {3, 9}},
    {16, 5, 3, 1, 4, 4, 4, {0, 10, 2}},
    {16, 1, 2, 1, 4, 1, 19.0 / 4, {6, 21.0 / 4}},
    {16, 2, 2, 1, 4, 1, 19.0 / 4, {4, 29.0 / 4}},
    {16, 3, 3, 1, 4, 1, 19.0 / 4, {5.0 / 2, 17.0 / 2, 1.0 / 4}},
    {16, 5, 3, 1, 4, 1, 19.0 / 4, {0, 39.0 / 4, 3.0 / 2}},
    {256, 32, 8, 0, 8, 8, 1, {224, 31}},
};

static void test_vectors(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
    pme__reuse_request request = one_reference(vectors[i].n, vectors[i].block, vectors[i].threads, vectors[i].stride,
                                               vectors[i].line, vectors[i].alignment);
    pme__reuse_classes classes;
    assert_true(pme__reuse_classes_find(&request, &classes));
    assert_true(fabs(count_of(&classes, 0, PME__REUSE_FIRST, 0) - vectors[i].first) < 1e-9);
    for (int d = 0; d < 4; d++)
      assert_true(fabs(count_of(&classes, 0, 0, d) - vectors[i].distance[d]) < 1e-9);
  }
}

/* ---- random cases ---- */

static uint64_t random_state = 12345;
static int64_t draw(int64_t low, int64_t high) {
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return low + (int64_t)((random_state >> 33) % (uint64_t)(high - low + 1));
}

static void test_single_against_enumeration(void **state) {
  (void)state;
  static const int64_t strides[] = {0, 1, 1, 1, 2, 3, 5, 7, 8, 16}, blocks[] = {0, 1, 2, 3, 4, 5, 7, 8, 16, 25, 40};
  for (int i = 0; i < 4000; i++) {
    int64_t line = (int64_t)4 << draw(0, 2);
    pme__reuse_request request =
        one_reference(draw(1, 600), blocks[draw(0, 10)], draw(1, 8), strides[draw(0, 9)], line, 1);
    pme__reuse_classes found, expected = {0};
    assert_true(pme__reuse_classes_find(&request, &found));
    int64_t phases = request.stride && request.stride < line ? line : 1;
    for (int64_t delta = 0; delta < phases; delta++)
      assert_true(pme__reuse_enumerate_all(&request, delta, 1.0 / (double)phases, &expected));
    assert_same(&found, &expected);
  }
}

static void test_some_threads_against_enumeration(void **state) {
  (void)state;
  for (int i = 0; i < 1000; i++) {
    int64_t visible[MOST_THREADS], team = draw(2, 8), count = 0;
    for (int64_t u = 0; u < team; u++)
      if (draw(0, 1))
        visible[count++] = u;
    pme__reuse_request request = one_reference(draw(1, 400), draw(0, 30), team, draw(0, 9), 8, 1);
    request.threads = visible;
    request.thread_count = count;
    pme__reuse_classes found, expected = {0};
    assert_true(pme__reuse_classes_find(&request, &found));
    int64_t phases = request.stride && request.stride < 8 ? 8 : 1;
    for (int64_t delta = 0; delta < phases && count; delta++)
      assert_true(pme__reuse_enumerate_all(&request, delta, 1.0 / (double)phases, &expected));
    assert_same(&found, &expected);
  }
}

/* Groups of references: extrapolation over rounds, and over blocks when these are long. */
static void test_groups_against_enumeration(void **state) {
  (void)state;
  for (int i = 0; i < 1500; i++) {
    static const int64_t strides[] = {1, 1, 2, 3, 8, 16};
    int64_t shifts[4], stride = strides[draw(0, 5)];
    bool long_blocks = draw(0, 1);
    pme__reuse_request request =
        one_reference(draw(1, long_blocks ? 3000 : 900), draw(1, long_blocks ? 700 : 12), draw(1, 6), stride, 8, 8);
    request.member_count = (int)draw(2, 4);
    request.shifts = shifts;
    request.skip_same_iteration = draw(0, 1);
    for (int m = 0; m < request.member_count; m++)
      shifts[m] = draw(-3, 3) * (stride < 8 && draw(0, 1) ? stride : 1);
    pme__reuse_classes found, expected = {0};
    assert_true(pme__reuse_classes_find(&request, &found));
    assert_true(pme__reuse_enumerate_all(&request, 0, 1, &expected));
    assert_same(&found, &expected);
  }
}

/* Without a chunk: some threads get one iteration more. A line that a thread is at twice must not be met again by the next
 * one a whole block later. */
static void test_groups_of_even_blocks(void **state) {
  (void)state;
  for (int i = 0; i < 1500; i++) {
    static const int64_t strides[] = {0, 1, 1, 2, 3, 8, 16};
    int64_t shifts[4], visible[MOST_THREADS], team = draw(1, 6), count = 0;
    for (int64_t u = 0; u < team; u++)
      if (draw(0, 3))
        visible[count++] = u;
    pme__reuse_request request = one_reference(draw(1, 3000), 0, team, strides[draw(0, 6)], 8, 8);
    request.member_count = (int)draw(1, 4);
    request.shifts = shifts;
    request.threads = visible;
    request.thread_count = count;
    request.skip_same_iteration = draw(0, 1);
    for (int m = 0; m < request.member_count; m++)
      shifts[m] = request.member_count > 1 ? draw(-3, 3) : 0;
    pme__reuse_classes found, expected = {0};
    assert_true(pme__reuse_classes_find(&request, &found));
    assert_true(count == 0 || pme__reuse_enumerate_all(&request, 0, 1, &expected));
    assert_same(&found, &expected);
  }
}

/* The counts of a huge loop sum to its iterations, and cost no more than those of a small one. */
static void test_huge(void **state) {
  (void)state;
  static const int64_t sizes[] = {1000000007, INT64_C(1) << 45}, blocks[] = {0, 1, 3, 1000, 123456789};
  for (int i = 0; i < 2; i++)
    for (int b = 0; b < 5; b++)
      for (int64_t stride = 0; stride < 10; stride++) {
        pme__reuse_request request = one_reference(sizes[i], blocks[b], 7, stride, 8, 1);
        pme__reuse_classes classes;
        assert_true(pme__reuse_classes_find(&request, &classes));
        double sum = 0;
        for (int c = 0; c < classes.count; c++)
          sum += classes.items[c].count;
        assert_true(fabs(sum - (double)sizes[i]) < 1e-6 * (double)sizes[i]);
      }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_vectors),
      cmocka_unit_test(test_single_against_enumeration),
      cmocka_unit_test(test_some_threads_against_enumeration),
      cmocka_unit_test(test_groups_against_enumeration),
      cmocka_unit_test(test_groups_of_even_blocks),
      cmocka_unit_test(test_huge),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
