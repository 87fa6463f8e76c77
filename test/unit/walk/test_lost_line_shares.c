/* Shares of the strata of lost lines against a count of all accesses, and where points are moved. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "analysis/model/walk/estimate/lost_line_search.h"
#include "analysis/model/walk/estimate/lost_line_shares.h"
#include "test/unit/walk/walked.h"

enum { LINE_BYTES = 64 };

/* Of one stratum: its accesses, points that were moved for it and those that came, and the sums of their addresses. */
typedef struct tally {
  double members, moved, came;
  double member_sum, came_sum, low, high;
} tally;

typedef struct counted {
  const pme__lost_line_strata *strata;
  pme__level_state *state;
  pme__walk_instance instance;
  double all;
  tally strata_tallies[PME__LOST_LINE_STRATA];
} counted;

static void move_for(counted *c, int stratum) {
  pme__walk_instance moved = c->instance;
  tally *t = &c->strata_tallies[stratum];
  pme__lost_line_move(c->strata, c->state, stratum, (int64_t)c->all, &moved);
  t->moved++;
  if (pme__lost_line_stratum(c->strata, c->state, &moved) != stratum)
    return;
  t->came++;
  t->came_sum += (double)pme__walk_address(c->state, &moved);
}

static void count_point(counted *c) {
  const pme__tree_reference *reference = c->strata->reference;
  int level = reference->worksharing_level;
  c->instance.thread = level < 0 ? 0 : pme__tree_thread_of(reference->path[level], c->instance.iterators);
  tally *t = &c->strata_tallies[pme__lost_line_stratum(c->strata, c->state, &c->instance)];
  double address = (double)pme__walk_address(c->state, &c->instance);
  t->low = t->members > 0 ? fmin(t->low, address) : address;
  t->high = t->members > 0 ? fmax(t->high, address) : address;
  t->members++;
  t->member_sum += address;
  c->all++;
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++)
    if (pme__has_stratum(c->strata, k))
      move_for(c, k);
}

static void count_points(counted *c, int level) {
  const pme__tree_reference *reference = c->strata->reference;
  if (level == reference->path_length) {
    count_point(c);
    return;
  }
  const pme__tree_node *loop = reference->path[level];
  pme__tree_range range = pme__tree_range_of(loop, c->instance.iterators, PME_NONE);
  for (int64_t i = range.first; i <= range.last; i++) {
    c->instance.iterators[loop->depth] = i;
    count_points(c, level + 1);
  }
}

static void check_reference(pme__loop_tree *program, pme__level_state *state, int r) {
  pme__lost_line_strata strata = pme__lost_line_strata_of(&program->references[r], LINE_BYTES);
  pme__lost_line_find_shares(&strata, program, NULL, 1, LINE_BYTES);
  assert_true(strata.has_shares);
  counted c = {.strata = &strata, .state = state, .instance = {.reference = r}};
  count_points(&c, 0);
  for (int k = 0; k < PME__LOST_LINE_STRATA; k++) {
    const tally *t = &c.strata_tallies[k];
    assert_true(fabs(t->members / c.all - strata.shares[k]) < 1e-9);
    if (t->members <= 0)
      continue;
    assert_true(t->came > 0.03 * t->moved);
    double apart = fabs(t->member_sum / t->members - t->came_sum / t->came);
    assert_true(apart <= 0.03 * (t->high - t->low) + LINE_BYTES);
  }
}

static void check_program(const char *text) {
  answer a = {0};
  pme__loop_tree *program = NULL;
  pme__level_state *state = NULL;
  prepare(&a, text, "cores=4;L1=32K,8,64", 4);
  assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &program), PME_OK);
  assert_int_equal(pme__level_state_create(program, &a.machine, 0, a.arena, &state), PME_OK);
  pme__level_state_place(state, NULL);
  for (int r = 0; r < program->reference_count; r++)
    check_reference(program, state, r);
  release(&a);
}

static void test_shares_are_those_of_all_accesses(void **state) {
  (void)state;
  check_program("pme 1\narray x element 4 extents 4000 base 20\nloop i = 0 .. 1999 parallel schedule static\n"
                "  read x @ 4*i + 4\n  write x @ 4*i\n  write x @ 7996 - 4*i\nend\n");
  check_program("pme 1\narray a element 8 extents 90000 base 8\narray y element 8 extents 300 base 900040\n"
                "loop i = 0 .. 99 parallel schedule static\n  loop k = 0 .. 199\n    read y @ 8*k\n"
                "    read a @ 1600*i + 8*k\n    write a @ 800*k + 8*i\n    write y @ 8*i\n  end\nend\n");
  check_program("pme 1\narray a element 8 extents 90000 base 16\nloop t = 0 .. 2\n"
                "loop i = 0 .. 1023 parallel schedule static 1\n  loop k = 0 .. 3\n    read a @ 24*i\n"
                "    write a @ 24*i + 16\n    write a @ 192*i + 48*k\n  end\nend\nend\n");
  check_program("pme 1\narray a element 4 extents 9000 base 0\nloop i = 3 .. 6 parallel schedule static\n"
                "  loop k = 1 .. 9\n    write a @ 40*i + 4*k\n  end\nend\n");
}

/* Buffers that take turns: a guard of all of a phase changes nothing in it, nor do loops around it that depend on each
 * other. */
static void test_shares_of_turns(void **state) {
  (void)state;
  check_program("pme 1\narray a element 8 extents 1002 base 16\narray b element 8 extents 1002 base 8040\n"
                "loop r = 0 .. 3\nloop t = r .. 6\nloop i = 1 .. 1000 parallel schedule static\n"
                "  if (-1)*((r + t) % 2)\n    read a @ 8*i - 8\n    read a @ 8*i + 8\n    write b @ 8*i\n  end\n"
                "  if (r + t) % 2 - 1\n    read b @ 8*i - 8\n    read b @ 8*i + 8\n    write a @ 8*i\n  end\n"
                "end\nend\nend\n");
}

static void check_drawn(const char *text) {
  answer a = {0};
  pme__loop_tree *program = NULL;
  prepare(&a, text, "cores=4;L1=32K,8,64", 4);
  assert_int_equal(pme__loop_tree_create(a.concrete, a.arena, &program), PME_OK);
  pme__lost_line_strata strata = pme__lost_line_strata_of(&program->references[0], LINE_BYTES);
  pme__lost_line_find_shares(&strata, program, NULL, 1, LINE_BYTES);
  assert_false(strata.has_shares);
  release(&a);
}

static void test_shares_of_other_loops_are_drawn(void **state) {
  (void)state;
  check_drawn("pme 1\narray a element 8 extents 9000 base 0\nloop i = 0 .. 89 parallel schedule static\n"
              "  loop k = 0 .. i\n    write a @ 720*i + 8*k\n  end\nend\n");
  check_drawn("pme 1\narray a element 8 extents 9000 base 0\nloop t = 0 .. 3\n"
              "loop i = 0 .. 8999 parallel schedule static\n"
              "  if (-1)*((i + t) % 2)\n    write a @ 8*i\n  end\nend\nend\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shares_are_those_of_all_accesses),
      cmocka_unit_test(test_shares_of_turns),
      cmocka_unit_test(test_shares_of_other_loops_are_drawn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
