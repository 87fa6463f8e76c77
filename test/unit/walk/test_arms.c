/* Arms of a condition: guards of which exactly one runs, with as many accesses, make loops whose counts never vary.
 * What is counted is held against every iteration, one by one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "analysis/model/loop_tree/access_count.h"
#include "test/unit/walk/walked.h"

enum { THREADS = 3 };

/* Where a count is asked for. */
typedef struct place {
  int64_t iterators[PME__TREE_MAX_LOOPS];
  int thread;
} place;

static int64_t step_through(const pme__tree_node *node, place *at);

static int64_t step_through_body(const pme__tree_node *loop, place *at) {
  int64_t sum = 0;
  for (const pme__tree_node *child = loop->first_child; child; child = child->next)
    sum += step_through(child, at);
  return sum;
}

/* Accesses of the node, iteration by iteration; in each, what the counter says of the loop up to it, and of what is
 * found there. */
static int64_t step_through(const pme__tree_node *node, place *at) {
  pme__counter counter = {.limit = 100000};
  int64_t sum = 0;
  if (node->is_body)
    return node->reference_count;
  pme__tree_range range = pme__tree_range_of(node, at->iterators, at->thread);
  for (int64_t n = 0; n < range.trips; n++) {
    at->iterators[node->depth] = range.first + n * range.step;
    int64_t own = step_through_body(node, at), left = sum;
    pme__tree_range before = {range.first, range.first + (n - 1) * range.step, range.step, n};
    assert_int_equal(pme__count_body(&counter, node, at->iterators, at->thread), own);
    assert_int_equal(pme__count_range(&counter, node, at->iterators, at->thread, before), sum);
    if (own > 0)
      assert_int_equal(pme__find_iteration(&counter, node, at->iterators, at->thread, range, &left),
                       range.first + n * range.step);
    at->iterators[node->depth] = range.first + n * range.step;
    sum += own;
  }
  assert_int_equal(pme__count_accesses(&counter, node, at->iterators, at->thread), sum);
  assert_false(counter.exceeded);
  return sum;
}

static const pme__tree_node *innermost_dealt(const pme__tree_node *node) {
  const pme__tree_node *found = node->distribution != PME__DISTRIBUTION_NONE ? node : NULL;
  for (const pme__tree_node *child = node->first_child; child; child = child->next) {
    const pme__tree_node *inside = innermost_dealt(child);
    found = inside ? inside : found;
  }
  return found;
}

#define DEALT "pme 1\narray a element 8\narray b element 8\nloop i = 0 .. 9 parallel schedule static\n"
#define IN_ROWS DEALT "  loop j = 0 .. 6\n"

static void test_counts(void **state) {
  (void)state;
  static const struct {
    const char *program;
    int64_t fixed_body; /* of an iteration of i; -1: it varies */
  } cases[] = {
      {IN_ROWS "    if j - 1\n      read a @ 8*j\n    end\n    if -j\n      read a @ 8*j + 8\n    end\n  end\nend\n",
       7},
      {IN_ROWS
       "    if i - 1\n      read a @ 8*j\n    end\n    read b @ 8*j\n    if -i\n      read a @ 8*j + 8\n    end\n"
       "  end\nend\n",
       14},
      /* arms with other numbers of accesses */
      {IN_ROWS
       "    if i - 1\n      read a @ 8*j\n      read b @ 8*j\n    end\n    if -i\n      read a @ 8*j + 8\n    end\n"
       "  end\nend\n",
       -1},
      /* neither of them in one iteration, or both */
      {IN_ROWS "    if i - 5\n      read a @ 8*j\n    end\n    if 3 - i\n      read b @ 8*j\n    end\n  end\nend\n",
       -1},
      {IN_ROWS "    if i - 4\n      read a @ 8*j\n    end\n    if 4 - i\n      read b @ 8*j\n    end\n  end\nend\n",
       -1},
      /* arms in arms, and loops in them */
      {IN_ROWS "    if i - j\n      if j - 3\n        read a @ 8*j\n      end\n      if 2 - j\n        read b @ 8*j\n  "
               "    end\n"
               "    end\n    if j - i - 1\n      read a @ 8*i\n    end\n  end\nend\n",
       7},
      {IN_ROWS "    if i - j\n      loop k = 0 .. 4\n        read a @ 8*k\n      end\n    end\n    if j - i - 1\n"
               "      loop k = 2 .. 6\n        write a @ 8*k\n      end\n    end\n  end\nend\n",
       35},
      {IN_ROWS "    if i - j\n      loop k = 0 .. i\n        read a @ 8*k\n      end\n    end\n    if j - i - 1\n"
               "      loop k = 0 .. i\n        write a @ 8*k\n      end\n    end\n  end\nend\n",
       -1},
      /* one arm of two is that of the first alike; the third condition stands by itself */
      {IN_ROWS "    if i - 2\n      read a @ 8*j\n    end\n    if i - 2\n      read b @ 8*j\n    end\n    if 1 - i\n"
               "      read a @ 0\n    end\n  end\nend\n",
       -1},
      /* two conditions, of which either may fail */
      {IN_ROWS "    if i - 2, 5 - i\n      read a @ 8*j\n    end\n    if 1 - i\n      read b @ 8*j\n    end\n"
               "    if i - 6\n      read b @ 8*j\n    end\n  end\nend\n",
       -1},
      {DEALT "  loop j = 0 .. 5\n    if (j % 2) - 1\n      read a @ 8*j\n    end\n    if -(j % 2)\n      read b @ "
             "8*j\n    end\n"
             "  end\nend\n",
       6},
  };
  for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
    answer a = {0};
    pme__loop_tree *tree;
    prepare(&a, cases[c].program, "cores=4;L1=32K,8,64", THREADS);
    assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &tree), PME_OK);
    const pme__tree_node *dealt = innermost_dealt(tree->root);
    if (dealt->fixed_body != cases[c].fixed_body)
      fail_msg("case %zu: %lld accesses in each iteration, not %lld", c, (long long)dealt->fixed_body,
               (long long)cases[c].fixed_body);
    for (int thread = 0; thread < THREADS; thread++)
      step_through(tree->root, &(place){{0}, thread});
    release(&a);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_counts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
