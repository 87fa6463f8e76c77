/* Newton's forward differences, and sums and values of the polynomial that they belong to. */
#include "polynomial.h"

void pme__forward_differences(__int128 *values, int degree) {
  for (int k = 1; k <= degree; k++)
    for (int i = degree; i >= k; i--)
      values[i] -= values[i - 1];
}

__int128 pme__product_within(__int128 a, __int128 b, __int128 most, bool *exact) {
  __int128 product;
  if (!__builtin_mul_overflow(a, b, &product) && product <= most && product >= -most)
    return product;
  *exact = false;
  return most;
}

__int128 pme__polynomial_sum(const __int128 *differences, int degree, int64_t n, __int128 most, bool *exact) {
  __int128 sum = 0, binomial = 1;
  for (int k = 0; k <= degree; k++) {
    binomial = pme__product_within(binomial, n - k, most, exact) / (k + 1);
    sum += pme__product_within(differences[k], binomial, most, exact);
  }
  return sum;
}

__int128 pme__polynomial_value(const __int128 *differences, int degree, int64_t x, __int128 most, bool *exact) {
  __int128 sum = 0, binomial = 1;
  for (int k = 0; k <= degree; k++) {
    sum += pme__product_within(differences[k], binomial, most, exact);
    binomial = pme__product_within(binomial, x - k, most, exact) / (k + 1);
  }
  return sum;
}
