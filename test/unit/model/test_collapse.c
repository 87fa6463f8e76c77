/* Collapsed triangles and bands as one sequence of iterations: chunks, their iterations, and the way back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/model/loop_tree/collapse.h"
#include "test/unit/core/evaluated.h"

enum { ROWS = 10, MOST = 200, BLOCK = 4 };

static int64_t zero(int64_t i) { return 0 * i; }
static int64_t itself(int64_t i) { return i; }
static int64_t two_below(int64_t i) { return i > 2 ? i - 2 : 0; }
static int64_t three_above(int64_t i) { return i + 3; }
static int64_t nine(int64_t i) { return 9 + 0 * i; }

static const struct {
  const char *name, *bounds;
  int64_t (*first)(int64_t i), (*last)(int64_t i);
} nests[] = {
    {"triangle", "0 .. i", zero, itself},
    {"upper triangle", "i .. 9", itself, nine},
    {"band", "max(0, i - 2) .. i + 3", two_below, three_above},
};
enum { NESTS = sizeof nests / sizeof *nests };

/* All iterations of a nest, in order. */
static int64_t enumerate(int nest, int64_t pairs[MOST][2]) {
  int64_t count = 0;
  for (int64_t i = 0; i < ROWS; i++)
    for (int64_t j = nests[nest].first(i); j <= nests[nest].last(i); j++, count++) {
      pairs[count][0] = i;
      pairs[count][1] = j;
    }
  return count;
}

static const pme__collapsed *collapsed_of(evaluated *e, int nest, const char *schedule) {
  char body[300];
  pme__loop_tree *tree;
  snprintf(body, sizeof body,
           "array a element 8 extents 64 64 base 0\nloop i = 0 .. %d parallel collapse 2 schedule static%s threads 3\n"
           "loop j = %s\nread a[i, j]\nend\nend\n",
           ROWS - 1, schedule, nests[nest].bounds);
  evaluate(e, body, NULL);
  assert_int_equal(pme__loop_tree_create(e->concrete, e->arena, &tree), PME_OK);
  assert_int_equal(tree->reference_count, 1);
  for (int l = 0; l < tree->references[0].path_length; l++)
    if (tree->references[0].path[l]->collapsed)
      return tree->references[0].path[l]->collapsed;
  fail_msg("%s: no collapsed loops", nests[nest].name);
  return NULL;
}

/* Whether the iterators are those of i and j. */
static bool is_at(const pme__collapsed *c, const int64_t *pair, const int64_t *outside, const int64_t *digits) {
  int64_t iterators[PME__TREE_MAX_LOOPS];
  memcpy(iterators, outside, sizeof iterators);
  for (int d = 0; d < 2; d++) {
    if (digits[d] != pme__tree_locate_loop(c->digits[d], pair, iterators))
      return false;
    iterators[c->digits[d]->depth] = digits[d];
  }
  return true;
}

/* Whether the chunk has just the iterations from `from` up to, but not including, `to`. */
static void check_chunk(const pme__collapsed *c, const char *name, int64_t chunk, int64_t from, int64_t to,
                        int64_t pairs[MOST][2]) {
  int64_t iterators[PME__TREE_MAX_LOOPS] = {0}, digits[PME__TREE_MAX_DIGITS] = {0};
  iterators[c->slot_depth] = chunk;
  for (int64_t n = 0; n < to - from; n++) {
    if (!pme__collapsed_iteration(c, n, iterators, digits) || !is_at(c, pairs[from + n], iterators, digits))
      fail_msg("%s: iteration %lld of chunk %lld is %lld, %lld", name, (long long)n, (long long)chunk,
               (long long)digits[0], (long long)digits[1]);
    assert_int_equal(pme__collapsed_chunk_of(c, pairs[from + n], iterators), chunk);
  }
  assert_false(pme__collapsed_iteration(c, to - from, iterators, digits));
  assert_int_equal(pme__collapsed_count(c, (pme__tree_range){chunk, chunk, 1, 1}, iterators), to - from);
}

static void chunks_of_a_size(void **state) {
  (void)state;
  for (int nest = 0; nest < NESTS; nest++) {
    evaluated e;
    int64_t pairs[MOST][2], count = enumerate(nest, pairs);
    const pme__collapsed *c = collapsed_of(&e, nest, " 4");
    assert_int_equal(c->loops, 2);
    assert_int_equal(c->total, count);
    assert_int_equal(c->block, BLOCK);
    for (int64_t chunk = 0; chunk * BLOCK < count; chunk++)
      check_chunk(c, nests[nest].name, chunk, chunk * BLOCK,
                  chunk * BLOCK + BLOCK < count ? chunk * BLOCK + BLOCK : count, pairs);
    forget(&e);
  }
}

/* Without a size each of the three threads has one chunk; they differ by one iteration at most. */
static void a_chunk_for_each_thread(void **state) {
  (void)state;
  for (int nest = 0; nest < NESTS; nest++) {
    evaluated e;
    int64_t pairs[MOST][2], count = enumerate(nest, pairs), from = 0;
    const pme__collapsed *c = collapsed_of(&e, nest, "");
    assert_int_equal(c->block, 0);
    for (int64_t thread = 0; thread < 3; thread++) {
      int64_t size = count / 3 + (thread < count % 3);
      check_chunk(c, nests[nest].name, thread, from, from + size, pairs);
      from += size;
    }
    forget(&e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chunks_of_a_size),
      cmocka_unit_test(a_chunk_for_each_thread),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
