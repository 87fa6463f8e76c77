/* Area vectors: the union of regions that are placed independently, and when k lines are reached. */
#include "area_vector.h"

#include <string.h>

void pme__area_none(double *v, int ways) {
  memset(v, 0, (size_t)(ways + 1) * sizeof *v);
  v[0] = 1;
}

void pme__area_union(const double *a, const double *b, int ways, double *out) {
  memset(out, 0, (size_t)(ways + 1) * sizeof *out);
  for (int i = 0; i <= ways; i++) {
    if (a[i] == 0)
      continue;
    for (int j = 0; j <= ways; j++)
      out[i + j < ways ? i + j : ways] += a[i] * b[j];
  }
}

void pme__area_power(double *v, int ways, long times, double *scratch) {
  double *square = scratch, *product = scratch + ways + 1;
  memcpy(square, v, (size_t)(ways + 1) * sizeof *v);
  pme__area_none(v, ways);
  while (times > 0) {
    if (times % 2) {
      pme__area_union(v, square, ways, product);
      memcpy(v, product, (size_t)(ways + 1) * sizeof *v);
    }
    times /= 2;
    if (times) {
      pme__area_union(square, square, ways, product);
      memcpy(square, product, (size_t)(ways + 1) * sizeof *v);
    }
  }
}

double pme__area_at_least(const double *own, const double *other, int most, int threshold) {
  double sum = 0, tail = 0;
  for (int j = threshold + 1; j <= most; j++)
    tail += other[j];
  /* tail = P(other >= threshold - i), growing with i. */
  for (int i = 0; i <= most; i++) {
    if (i <= threshold)
      tail += other[threshold - i];
    sum += own[i] * tail;
  }
  return sum > 1 ? 1 : sum;
}
