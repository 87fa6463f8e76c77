/* Values that the variables of loops take, by interval arithmetic. */
#include "loop_ranges.h"

#include <stdbool.h>

/* sum + a * b, or far off. */
static int64_t add_product(int64_t sum, int64_t a, int64_t b) {
  int64_t far = (a < 0) != (b < 0) ? INT64_MIN / 4 : INT64_MAX / 4, product;
  return __builtin_mul_overflow(a, b, &product) || __builtin_add_overflow(sum, product, &sum) ? far : sum;
}

void pme__range_in_box(const pme_affine *affine, const int64_t *lows, const int64_t *highs, int64_t *low,
                       int64_t *high) {
  *low = *high = affine->constant;
  for (int d = 0; d < affine->depth; d++) {
    bool up = affine->coefficients[d] > 0;
    *low = add_product(*low, affine->coefficients[d], up ? lows[d] : highs[d]);
    *high = add_product(*high, affine->coefficients[d], up ? highs[d] : lows[d]);
  }
  if (affine->div_count) {
    *low = INT64_MIN / 4;
    *high = INT64_MAX / 4;
  }
}

/* The first value of some bounds, the largest (or smallest) of which counts, at least; and at most. */
static void range_of_bounds(const pme_affine *bounds, int count, bool largest, const int64_t *lows,
                            const int64_t *highs, int64_t *low, int64_t *high) {
  for (int i = 0; i < count; i++) {
    int64_t a, b;
    pme__range_in_box(&bounds[i], lows, highs, &a, &b);
    *low = i == 0 || (largest ? a > *low : a < *low) ? a : *low;
    *high = i == 0 || (largest ? b > *high : b < *high) ? b : *high;
  }
}

void pme__loop_ranges(const pme_concrete_loop *const *loops, int depth, int64_t *lows, int64_t *highs) {
  int64_t other;
  for (int d = 0; d < depth; d++) {
    const pme_concrete_loop *loop = loops[d];
    bool up = loop->step > 0;
    range_of_bounds(loop->firsts, loop->first_count, up, lows, highs, up ? &lows[d] : &other, up ? &other : &highs[d]);
    range_of_bounds(loop->lasts, loop->last_count, !up, lows, highs, up ? &other : &lows[d], up ? &highs[d] : &other);
  }
}
