/* Evaluation of the rarer parts of affine functions: floor-div terms and loop bounds. */
#include "plan.h"

int64_t pme__sim_div_value(const sim_affine *affine, const int64_t *iterators) {
  uint64_t value = 0;
  for (int q = 0; q < affine->div_count; q++) {
    const sim_div *div = &affine->divs[q];
    int64_t numerator = sim_affine_value(&div->numerator, iterators);
    int64_t quotient = numerator / div->denominator - (numerator % div->denominator < 0);
    value += (uint64_t)div->coefficient * (uint64_t)quotient;
  }
  return (int64_t)value;
}

static int64_t largest(const sim_affine *affines, int count, const int64_t *iterators) {
  int64_t best = sim_affine_value(&affines[0], iterators);
  for (int i = 1; i < count; i++) {
    int64_t value = sim_affine_value(&affines[i], iterators);
    best = value > best ? value : best;
  }
  return best;
}

static int64_t smallest(const sim_affine *affines, int count, const int64_t *iterators) {
  int64_t best = sim_affine_value(&affines[0], iterators);
  for (int i = 1; i < count; i++) {
    int64_t value = sim_affine_value(&affines[i], iterators);
    best = value < best ? value : best;
  }
  return best;
}

/* Iterations that fit in a span (end - start, in the direction of the step) of at least 0. */
static int64_t steps_in(uint64_t span, uint64_t step) {
  uint64_t count = span / step;
  return count >= (uint64_t)INT64_MAX ? INT64_MAX : (int64_t)count + 1;
}

int64_t pme__sim_bounds_evaluate(const sim_bounds *bounds, const int64_t *iterators, int64_t *start) {
  if (bounds->step > 0) {
    int64_t first = largest(bounds->firsts, bounds->first_count, iterators);
    int64_t last = smallest(bounds->lasts, bounds->last_count, iterators);
    *start = first;
    return first > last ? 0 : steps_in((uint64_t)last - (uint64_t)first, (uint64_t)bounds->step);
  }
  int64_t first = smallest(bounds->firsts, bounds->first_count, iterators);
  int64_t last = largest(bounds->lasts, bounds->last_count, iterators);
  *start = first;
  return first < last ? 0 : steps_in((uint64_t)first - (uint64_t)last, 0 - (uint64_t)bounds->step);
}
