/* Points and placements that the walk draws: inside the program, spread evenly, and what placements tell of misses. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/base/integer.h"
#include "analysis/model/walk/estimate/placement_variance.h"
#include "analysis/model/walk/estimate/sample.h"
#include "test/unit/core/evaluated.h"

enum { ROWS = 20, LINE = 64, SETS = 16 };

static pme__loop_tree *tree_of(evaluated *e, const char *body) {
  pme__loop_tree *tree;
  evaluate(e, body, NULL);
  assert_int_equal(pme__loop_tree_create(e->concrete, e->arena, &tree), PME_OK);
  return tree;
}

/* Each of the 210 instances of a triangle about as often as the others. */
static void points_are_spread_evenly(void **state) {
  (void)state;
  enum { EACH = 100, POINTS = EACH * ROWS * (ROWS + 1) / 2 };
  static int seen[ROWS][ROWS];
  evaluated e;
  uint64_t random = 5;
  int64_t work = 0;
  pme__sample_source source;
  pme__sample_sequence sequence;
  pme__loop_tree *tree =
      tree_of(&e, "array a element 8 base 0\nloop i = 0 .. 19\nloop j = 0 .. i\nread a @ 8*j\nend\nend\n");
  const pme__tree_reference *reference = &tree->references[0];
  pme__sample_source_init(&source, tree, 0, LINE * SETS);
  pme__sample_sequence_init(&sequence, &random);
  assert_false(source.moves_bases);
  for (int n = 0; n < POINTS; n++) {
    pme__walk_instance instance = {0};
    assert_true(pme__walk_draw(&source, &sequence, &random, &instance, NULL, &work));
    int64_t i = instance.iterators[reference->path[reference->path_length - 2]->depth];
    int64_t j = instance.iterators[reference->path[reference->path_length - 1]->depth];
    assert_in_range(i, 0, ROWS - 1);
    assert_in_range(j, 0, i);
    seen[i][j]++;
  }
  for (int i = 0; i < ROWS; i++)
    for (int j = 0; j <= i; j++)
      assert_in_range(seen[i][j], EACH / 2, EACH * 2);
  assert_true(work > 0);
  forget(&e);
}

/* Sixteen placements of one array: multiples of its granule, about four in each quarter of the sets. */
static void placements_are_spread_over_the_sets(void **state) {
  (void)state;
  evaluated e;
  uint64_t random = 5;
  int64_t bases[PME__PLACEMENTS];
  int in_quarter[4] = {0};
  pme__loop_tree *tree = tree_of(&e, "array a element 8\nloop i = 0 .. 19\nread a @ 8*i\nend\n");
  assert_int_equal(tree->group_count, 1);
  pme__placement_plan plan = {LINE, SETS, PME__PLACEMENTS, pme__likely_placements(tree, PME__PLACEMENTS)};
  assert_int_equal(plan.likely, PME__PLACEMENTS);
  pme__draw_placements(tree, &plan, &random, bases);
  for (int p = 0; p < PME__PLACEMENTS; p++) {
    int64_t set = pme__floor_mod(pme__floor_divide(bases[p], LINE), SETS);
    assert_int_equal(bases[p] % tree->group_granules[0], 0);
    in_quarter[set / (SETS / 4)]++;
  }
  for (int quarter = 0; quarter < 4; quarter++)
    assert_in_range(in_quarter[quarter], 3, 5);
  forget(&e);
}

/* A large array that may be of the heap is taken for one that malloc mapped; the other placements have it once in each
 * quarter of a line. */
static void what_is_likely_is_drawn_most(void **state) {
  (void)state;
  enum { PAGE = 4096 };
  evaluated e;
  uint64_t random = 5;
  int64_t bases[PME__PLACEMENTS];
  int in_quarter[4] = {0};
  pme__loop_tree *tree = tree_of(&e, "array a element 8 heap likely\nloop i = 0 .. 19999\nread a @ 8*i\nend\n");
  pme__placement_plan plan = {LINE, SETS * PAGE, PME__PLACEMENTS, pme__likely_placements(tree, PME__PLACEMENTS)};
  assert_int_equal(plan.likely, 12);
  pme__draw_placements(tree, &plan, &random, bases);
  for (int p = 0; p < PME__PLACEMENTS; p++) {
    assert_int_equal(bases[p] % 16, 0);
    if (p < plan.likely)
      assert_int_equal(bases[p] % PAGE, 16);
    else
      in_quarter[bases[p] % LINE / (LINE / 4)]++;
  }
  for (int quarter = 0; quarter < 4; quarter++)
    assert_int_equal(in_quarter[quarter], 1);
  forget(&e);
}

/* Of the placements that are not likely one has all arrays at lines, as aligned allocators do. */
static void all_are_at_lines_in_one(void **state) {
  (void)state;
  enum { ARRAYS = 3, PAGE = 4096 };
  evaluated e;
  uint64_t random = 5;
  int64_t bases[PME__PLACEMENTS * ARRAYS];
  pme__loop_tree *tree =
      tree_of(&e, "array a element 8 heap likely\narray b element 8 heap likely\narray c element 8 heap likely\n"
                  "loop i = 0 .. 19999\nread a @ 8*i\nread b @ 8*i\nread c @ 8*i\nend\n");
  pme__placement_plan plan = {LINE, SETS * PAGE, PME__PLACEMENTS, pme__likely_placements(tree, PME__PLACEMENTS)};
  pme__draw_placements(tree, &plan, &random, bases);
  int at_lines = 0;
  for (int p = 0; p < PME__PLACEMENTS; p++) {
    const int64_t *base = &bases[p * ARRAYS];
    at_lines += base[0] % LINE == 0 && base[1] % LINE == 0 && base[2] % LINE == 0;
    bool apart = base[0] % LINE != base[1] % LINE && base[0] % LINE != base[2] % LINE;
    assert_true(p < plan.likely || base[0] % LINE == 0 || apart);
  }
  assert_int_equal(at_lines, 1);
  forget(&e);
}

/* ---- what placements tell ---- */

static pme__placement_deviations deviations_of(double same, double apart) {
  pme__placement_deviations d = {0};
  for (int j = 0; j < PME__PLACEMENTS; j++) {
    double sign = j % 2 ? -1 : 1;
    d.deviations[0][j] = sign * same + (j % 4 < 2 ? apart : -apart);
    d.deviations[1][j] = sign * same - (j % 4 < 2 ? apart : -apart);
  }
  return d;
}

static const struct {
  double same, apart; /* what both sets of points see, and what they do not agree on */
  double least, most; /* how far placements reach */
} deviations[] = {{10, 0, 12.9, 13.1}, {10, 3, 12, 13}, {0, 3, 0, 0}, {3, 10, 1, 2}, {0, 0, 0, 0}};

static void both_sets_of_points_must_agree(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof deviations / sizeof *deviations; i++) {
    double noise, ours = deviations[i].same, theirs = deviations[i].apart;
    pme__placement_deviations d = deviations_of(ours, theirs);
    double variance = pme__placement_variance(&d, &noise), scale = PME__PLACEMENTS / (PME__PLACEMENTS - 1.);
    assert_true(fabs(noise - theirs * theirs * scale) < 1e-9);
    assert_true(fabs(variance - fmax(0, (ours * ours - theirs * theirs) * scale)) < 1e-9);
    pme__placement_reach reach = pme__placement_reach_of(&d);
    assert_true(reach.below >= deviations[i].least && reach.below <= deviations[i].most);
    assert_true(reach.above >= deviations[i].least && reach.above <= deviations[i].most);
  }
}

static void deviations_add_up(void **state) {
  (void)state;
  double noise;
  pme__placement_deviations sum = deviations_of(4, 0), more = deviations_of(6, 0), all = deviations_of(10, 0);
  pme__placement_deviations_add(&sum, &more);
  assert_true(fabs(pme__placement_variance(&sum, &noise) - pme__placement_variance(&all, &noise)) < 1e-9);
}

/* Classes of lines: of seven errors one that is far says less than seven that are, and three say less than seven. */
static void sets_that_are_run_stand_for_others(void **state) {
  (void)state;
  pme__placement_deviations seven = {.contrast_count = 7, .unseen = 1}, three = {.contrast_count = 3, .unseen = 1};
  for (int h = 0; h < 7; h++)
    seven.contrasts[h] = h % 2 ? 10 : -10;
  for (int h = 0; h < 3; h++)
    three.contrasts[h] = 10;
  assert_true(fabs(pme__sampled_sets_reach(&seven) - 24.6) < 1e-9);
  assert_true(fabs(pme__sampled_sets_reach(&three) - 32.8) < 1e-9);
  pme__placement_deviations one = {.contrast_count = 7, .contrasts = {[3] = 10}}, sum = {0};
  assert_true(pme__sampled_sets_reach(&one) < 10);
  pme__placement_deviations_add(&sum, &seven);
  pme__placement_deviations_add(&sum, &seven);
  assert_true(fabs(pme__sampled_sets_reach(&sum) - 49.2) < 1e-9);
}

static void intervals_get_wider(void **state) {
  (void)state;
  evaluated e;
  evaluate(&e, "array a element 8\nloop i = 0 .. 19\nread a @ 8*i\nend\n", NULL);
  pme_misses *m = &e.prediction->references[0].levels[0];
  *m = (pme_misses){.accesses = 1000, .misses = 100, .low = 97, .high = 103};
  e.prediction->references[0].modelled = true;
  pme__placement_deviations d = deviations_of(10, 0);
  pme__placement_reach reach = pme__placement_reach_of(&d);
  pme__widen_by_placements(e.prediction, &d);
  assert_true(fabs(100 - m->low - sqrt(9 + reach.below * reach.below)) < 1e-9);
  assert_true(fabs(m->high - 100 - sqrt(9 + reach.above * reach.above)) < 1e-9);
  forget(&e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(points_are_spread_evenly),           cmocka_unit_test(placements_are_spread_over_the_sets),
      cmocka_unit_test(what_is_likely_is_drawn_most),       cmocka_unit_test(all_are_at_lines_in_one),
      cmocka_unit_test(both_sets_of_points_must_agree),     cmocka_unit_test(deviations_add_up),
      cmocka_unit_test(sets_that_are_run_stand_for_others), cmocka_unit_test(intervals_get_wider),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
