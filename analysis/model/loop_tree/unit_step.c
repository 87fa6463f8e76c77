/* Source loops rewritten so that they count in steps of 1. */
#include "build.h"

typedef pme__tree_builder builder;

/* floor(numerator / step), divided out where that is exact for all coefficients. */
static pme__tree_bound divided(pme__tree_affine numerator, int64_t step) {
  for (int d = 0; d < numerator.depth; d++)
    if (numerator.coefficients[d] % step)
      return (pme__tree_bound){numerator, step};
  for (int d = 0; d < numerator.depth; d++)
    numerator.coefficients[d] /= step;
  numerator.constant = pme_floor_divide(numerator.constant, step);
  return (pme__tree_bound){numerator, 1};
}

/* The functions of one end in the direction of the step: sign = 1 for step > 0, else -1. */
static bool convert_end(builder *b, const pme_affine *from, int count, int64_t sign, pme__tree_node **around,
                        pme__tree_affine *to) {
  if (count > PME__TREE_MAX_BOUNDS)
    return false;
  for (int i = 0; i < count; i++) {
    pme__tree_affine value;
    to[i] = pme__tree_constant(0);
    if (!pme__tree_convert(b, &from[i], around, &value) || !pme__tree_add_scaled(&to[i], sign, &value))
      return false;
  }
  return true;
}

/* Of several starts, drops those that are never the largest. */
static int drop_smaller(pme__tree_affine *firsts, int count, const pme__tree_node *parent) {
  for (int i = 0; i < count;) {
    bool drop = false;
    for (int j = 0; j < count && !drop; j++) {
      pme__tree_affine difference = firsts[i];
      int64_t most;
      drop = j != i && pme__tree_add_scaled(&difference, -1, &firsts[j]) &&
             pme__tree_maximum(&difference, parent, &most) && most <= 0;
    }
    if (drop)
      firsts[i] = firsts[--count];
    else
      i++;
  }
  return count;
}

/* The largest of several starts, as the iterator of a single loop. */
static bool single_start(builder *b, const pme__tree_affine *firsts, int count, pme__tree_node **around,
                         pme__tree_affine *out) {
  pme__unit_loop shape = {.is_single = true, .lower_count = count};
  pme__tree_node *single;
  for (int i = 0; i < count; i++)
    shape.lowers[i] = (pme__tree_bound){firsts[i], 1};
  if (pme__tree_bounded_loop(b, *around, &shape, &single) != PME__TREE_BUILT)
    return false;
  *around = single;
  *out = pme__tree_iterator(single->depth);
  return true;
}

/* In units of |step| upwards: the loop runs from the largest first to the smallest last. With one first, i counts from
 * there. With several and step +-1, i is the (negated) source value itself, unless the start
 * has to be one. */
bool pme__unit_loop_of(builder *b, const pme_concrete_loop *loop, bool one_start, pme__tree_node **around,
                       pme__unit_loop *out) {
  pme__tree_affine firsts[PME__TREE_MAX_BOUNDS], lasts[PME__TREE_MAX_BOUNDS];
  int64_t sign = loop->step > 0 ? 1 : -1, stride = loop->step * sign;
  if (loop->step == INT64_MIN || !convert_end(b, loop->firsts, loop->first_count, sign, around, firsts) ||
      !convert_end(b, loop->lasts, loop->last_count, sign, around, lasts))
    return false;
  int first_count = drop_smaller(firsts, loop->first_count, *around);
  pme__unit_loop_clear(out);
  out->source_depth = loop->depth;
  out->step = loop->step;
  out->upper_count = loop->last_count;
  if (first_count > 1 && (stride > 1 || one_start)) {
    if (!single_start(b, firsts, first_count, around, &firsts[0]))
      return false;
    first_count = 1;
  }
  if (first_count > 1) {
    out->lower_count = first_count;
    for (int i = 0; i < first_count; i++)
      out->lowers[i] = (pme__tree_bound){firsts[i], 1};
  }
  for (int i = 0; i < loop->last_count; i++) {
    if (first_count == 1 && !pme__tree_add_scaled(&lasts[i], -1, &firsts[0]))
      return false;
    out->uppers[i] = divided(lasts[i], stride);
  }
  return first_count > 1 || pme__tree_add_scaled(&out->origin, sign, &firsts[0]);
}

bool pme__tree_set_value(builder *b, const pme__unit_loop *shape, const pme__tree_affine *i) {
  pme__tree_affine *value = &b->values[shape->source_depth];
  *value = shape->origin;
  return pme__tree_add_scaled(value, shape->step, i);
}
