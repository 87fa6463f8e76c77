/* Which loops are rectangular, shifted (tiles) or vary, by interval arithmetic over the loops around them. */
#include "loop_shape.h"

static const int64_t FAR = INT64_C(1) << 60;

typedef struct range {
  int64_t low, high;
} range;

static int64_t clamp(__int128 value) { return value > FAR ? FAR : value < -FAR ? -FAR : (int64_t)value; }

static bool is_constant(const pme_affine *affine) {
  for (int d = 0; d < affine->depth; d++)
    if (affine->coefficients[d])
      return false;
  return affine->div_count == 0;
}

static bool all_constant(const pme_affine *affines, int count) {
  for (int i = 0; i < count; i++)
    if (!is_constant(&affines[i]))
      return false;
  return true;
}

static range range_of(const pme_affine *affine, const range *values) {
  __int128 low = affine->constant, high = affine->constant;
  for (int d = 0; d < affine->depth; d++) {
    __int128 a = (__int128)affine->coefficients[d] * values[d].low,
             b = (__int128)affine->coefficients[d] * values[d].high;
    low = clamp(low + (a < b ? a : b));
    high = clamp(high + (a < b ? b : a));
  }
  for (int q = 0; q < affine->div_count; q++) {
    const pme_affine_div *div = &affine->divs[q];
    range n = range_of(div->numerator, values);
    __int128 a = (__int128)div->coefficient * pme_floor_divide(n.low, div->denominator);
    __int128 b = (__int128)div->coefficient * pme_floor_divide(n.high, div->denominator);
    low = clamp(low + (a < b ? a : b));
    high = clamp(high + (a < b ? b : a));
  }
  return (range){clamp(low), clamp(high)};
}

/* Range of the maximum (or minimum) of several functions. */
static range extreme(const pme_affine *affines, int count, const range *values, bool largest) {
  range best = range_of(&affines[0], values);
  for (int i = 1; i < count; i++) {
    range r = range_of(&affines[i], values);
    best.low = (largest ? r.low > best.low : r.low < best.low) ? r.low : best.low;
    best.high = (largest ? r.high > best.high : r.high < best.high) ? r.high : best.high;
  }
  return best;
}

static range values_of(const pme_concrete_loop *loop, const range *values) {
  bool up = loop->step > 0;
  range first = extreme(loop->firsts, loop->first_count, values, up);
  range last = extreme(loop->lasts, loop->last_count, values, !up);
  if (first.low == first.high && last.low == last.high && (up ? last.low >= first.low : last.low <= first.low)) {
    int64_t end = first.low + (last.low - first.low) / loop->step * loop->step;
    return up ? (range){first.low, end} : (range){end, first.low};
  }
  range hull = up ? (range){first.low, last.high} : (range){last.low, first.high};
  return hull.low <= hull.high ? hull : (range){hull.low, hull.low};
}

/* (last - first) * sign of the step, if that is the same everywhere. */
static bool constant_distance(const pme_affine *first, const pme_affine *last, int64_t step, int64_t *distance) {
  if (first->div_count || last->div_count || first->depth != last->depth)
    return false;
  for (int d = 0; d < first->depth; d++)
    if (first->coefficients[d] != last->coefficients[d])
      return false;
  *distance = step > 0 ? last->constant - first->constant : first->constant - last->constant;
  return true;
}

/* Least value of (last - first) * sign of the step. */
static int64_t least_distance(const pme_affine *first, const pme_affine *last, int64_t step, const range *values) {
  __int128 sum = (__int128)last->constant - first->constant;
  if (last->div_count)
    return -FAR;
  sum = step > 0 ? sum : -sum;
  for (int d = 0; d < first->depth; d++) {
    __int128 c = (__int128)last->coefficients[d] - first->coefficients[d];
    c = step > 0 ? c : -c;
    sum = clamp(sum + (c > 0 ? c * values[d].low : c * values[d].high));
  }
  return clamp(sum);
}

static int64_t greatest_distance(const pme_affine *first, const pme_affine *last, int64_t step, const range *values) {
  __int128 sum = (__int128)last->constant - first->constant;
  if (last->div_count)
    return -FAR;
  sum = step > 0 ? sum : -sum;
  for (int d = 0; d < first->depth; d++) {
    __int128 c = (__int128)last->coefficients[d] - first->coefficients[d];
    c = step > 0 ? c : -c;
    sum = clamp(sum + (c > 0 ? c * values[d].high : c * values[d].low));
  }
  return clamp(sum);
}

/* A tile: one start, one end at a constant distance from it, and other ends that cut off little. */
static void find_shift(pme__loop_shape *shape, const pme_concrete_loop *loop, const range *values) {
  int64_t length = -1;
  const pme_affine *first = &loop->firsts[0];
  if (loop->first_count != 1 || first->div_count)
    return;
  for (int i = 0; i < loop->last_count; i++) {
    int64_t distance;
    if (constant_distance(first, &loop->lasts[i], loop->step, &distance) && (length < 0 || distance < length))
      length = distance;
  }
  if (length < 0)
    return;
  shape->is_shifted = true;
  shape->varies = false;
  for (int i = 0; i < loop->last_count; i++) {
    int64_t least = least_distance(first, &loop->lasts[i], loop->step, values);
    int64_t greatest = greatest_distance(first, &loop->lasts[i], loop->step, values);
    if (least >= length)
      continue;
    shape->varies = true;
    /* The end cuts where the distance is below the length: for more than a quarter of its range, that is no tile. */
    if ((double)(length - least) > 0.25 * ((double)greatest - (double)least))
      shape->is_shifted = false;
  }
}

static void find_shapes(const pme_concrete *concrete, int id, range *values, pme__loop_shape *shapes) {
  for (; id != PME_NONE; id = pme_concrete_node_at(concrete, id)->next_sibling) {
    const pme_concrete_node *node = pme_concrete_node_at(concrete, id);
    if (!node->modelled)
      continue;
    if (node->kind == PME_NODE_LOOP) {
      const pme_concrete_loop *loop = &node->u.loop;
      pme__loop_shape *shape = &shapes[id];
      range r = values_of(loop, values);
      shape->low = r.low;
      shape->high = r.high;
      shape->is_constant = all_constant(loop->firsts, loop->first_count) && all_constant(loop->lasts, loop->last_count);
      shape->varies = !shape->is_constant;
      if (!shape->is_constant)
        find_shift(shape, loop, values);
      values[loop->depth] = r;
    }
    find_shapes(concrete, node->first_child, values, shapes);
  }
}

pme__loop_shape *pme__loop_shapes(const pme_concrete *concrete, pme_arena *arena) {
  const pme_program *program = pme_concrete_program(concrete);
  range values[PME_MAX_DEPTH] = {{0, 0}};
  pme__loop_shape *shapes = PME_ARENA_NEW(arena, pme__loop_shape, pme_program_node_count(program) + 1);
  if (shapes)
    find_shapes(concrete, pme_program_first_node(program), values, shapes);
  return shapes;
}

int64_t pme__trips_at(const pme_concrete_loop *loop, const int64_t *values, int64_t *first) {
  int64_t last = 0, sign = loop->step > 0 ? 1 : -1;
  for (int i = 0; i < loop->first_count; i++) {
    int64_t value = pme_affine_value(&loop->firsts[i], values);
    *first = i == 0 || sign * value > sign * *first ? value : *first;
  }
  for (int i = 0; i < loop->last_count; i++) {
    int64_t value = pme_affine_value(&loop->lasts[i], values);
    last = i == 0 || sign * value < sign * last ? value : last;
  }
  return sign * last < sign * *first ? 0 : (last - *first) / loop->step + 1;
}
