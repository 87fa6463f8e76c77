/* What the bounds of a loop say over the whole program: its range, its longest trip count, bounds that never bind. */
#include "loop_tree.h"

/* Least (greatest) value of a bound over the iterations of the loops around `loop`. */
static bool bound_extreme(const pme__tree_node *loop, const pme__tree_bound *bound, bool greatest, int64_t *out) {
  int64_t value;
  bool found = greatest ? pme__tree_maximum(&bound->numerator, loop->parent, &value)
                        : pme__tree_minimum(&bound->numerator, loop->parent, &value);
  if (found)
    *out = pme_floor_divide(value, bound->denominator);
  return found;
}

/* Whether `a` <= `b` in every iteration. */
static bool never_above(const pme__tree_node *loop, const pme__tree_bound *a, const pme__tree_bound *b) {
  int64_t difference, high, low;
  if (a->denominator == b->denominator) {
    pme__tree_affine d = a->numerator;
    return pme__tree_add_scaled(&d, -1, &b->numerator) && pme__tree_maximum(&d, loop->parent, &difference) &&
           difference <= 0;
  }
  return bound_extreme(loop, a, true, &high) && bound_extreme(loop, b, false, &low) && high <= low;
}

/* Drops bounds that another one implies. `upper`: the smallest binds, else the largest. */
static int drop_redundant(const pme__tree_node *loop, pme__tree_bound *bounds, int count, bool upper) {
  for (int i = 0; i < count;) {
    bool redundant = false;
    for (int j = 0; j < count && !redundant; j++)
      if (j != i)
        redundant = upper ? never_above(loop, &bounds[j], &bounds[i]) : never_above(loop, &bounds[i], &bounds[j]);
    if (redundant)
      bounds[i] = bounds[--count];
    else
      i++;
  }
  return count;
}

/* A single loop has bounds of one end only, and its value is any of them. */
static bool find_range_of_single(pme__tree_node *loop) {
  bool upper = loop->upper_count > 0, known = true;
  const pme__tree_bound *bounds = upper ? loop->uppers : loop->lowers;
  for (int i = 0; i < loop->upper_count + loop->lower_count && known; i++) {
    int64_t low = 0, high = 0;
    known = bound_extreme(loop, &bounds[i], false, &low) && bound_extreme(loop, &bounds[i], true, &high);
    loop->minimum = i == 0 || (upper ? low < loop->minimum : low > loop->minimum) ? low : loop->minimum;
    loop->maximum = i == 0 || (upper ? high < loop->maximum : high > loop->maximum) ? high : loop->maximum;
  }
  return known;
}

static bool find_range(pme__tree_node *loop) {
  if (loop->is_single && (loop->upper_count == 0 || loop->lower_count == 0))
    return find_range_of_single(loop);
  bool known = true;
  loop->minimum = 0;
  for (int i = 0; i < loop->lower_count && known; i++) {
    int64_t value = 0;
    known = bound_extreme(loop, &loop->lowers[i], false, &value);
    loop->minimum = i == 0 || value > loop->minimum ? value : loop->minimum;
  }
  for (int i = 0; i < loop->upper_count && known; i++) {
    int64_t value = 0;
    known = bound_extreme(loop, &loop->uppers[i], true, &value);
    loop->maximum = i == 0 || value < loop->maximum ? value : loop->maximum;
  }
  return known;
}

/* floor(u / d) - floor(l / d) + 1 <= floor((u - l) / d) + (d > 1) + 1. */
static void limit_trips(pme__tree_node *loop, const pme__tree_bound *upper, const pme__tree_bound *lower) {
  pme__tree_affine difference = upper->numerator;
  int64_t most;
  if (upper->denominator != lower->denominator || !pme__tree_add_scaled(&difference, -1, &lower->numerator) ||
      !pme__tree_maximum(&difference, loop->parent, &most))
    return;
  most = pme_floor_divide(most, upper->denominator) + (upper->denominator > 1) + 1;
  if (most < loop->most_trips)
    loop->most_trips = most;
}

pme__tree_runs pme__tree_settle_bounds(pme__tree_node *loop, pme__tree_bound *lowers, pme__tree_bound *uppers) {
  loop->lowers = lowers;
  loop->uppers = uppers;
  loop->lower_count = drop_redundant(loop, lowers, loop->lower_count, false);
  loop->upper_count = drop_redundant(loop, uppers, loop->upper_count, true);
  bool from_zero = loop->lower_count == 1 && pme__tree_is_constant(&lowers[0].numerator) &&
                   pme_floor_divide(lowers[0].numerator.constant, lowers[0].denominator) == 0;
  if (from_zero && !loop->is_single)
    loop->lower_count = 0;
  if (!find_range(loop))
    return PME__TREE_TOO_LARGE;
  if (loop->maximum < loop->minimum)
    return PME__TREE_NEVER_RUNS;
  loop->most_trips = loop->is_single ? 1 : loop->maximum - loop->minimum + 1;
  for (int u = 0; u < loop->upper_count; u++)
    for (int l = 0; l < loop->lower_count; l++)
      limit_trips(loop, &uppers[u], &lowers[l]);
  return loop->most_trips > 0 ? PME__TREE_RUNS : PME__TREE_NEVER_RUNS;
}
