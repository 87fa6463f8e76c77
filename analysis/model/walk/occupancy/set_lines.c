/* Counting lines of one set in intervals and their copies, by sums of floors. */
#include "set_lines.h"

#include <string.h>

#include "analysis/base/integer.h"
#include "pmecache/concrete.h"

typedef pme__copy_dimension dimension;

static const int64_t LARGE = INT64_C(1) << 60;

static bool add_scaled(int64_t *sum, int64_t a, int64_t b) {
  int64_t product;
  return !__builtin_mul_overflow(a, b, &product) && !__builtin_add_overflow(*sum, product, sum) && *sum < LARGE &&
         *sum > -LARGE;
}

bool pme__interval_copies_add(pme__interval_copies *copies, int64_t first, int64_t count, int64_t stride_bytes) {
  int64_t span = 0, lowest = stride_bytes > 0 ? first : first + count - 1;
  int64_t stride = stride_bytes < 0 ? -stride_bytes : stride_bytes;
  if (stride > 0 && count > 1 && copies->count == PME__MOST_COPY_DIMENSIONS)
    return false;
  if (stride > 0 && count > 1)
    copies->dimensions[copies->count++] = (dimension){count, stride};
  return add_scaled(&copies->start_bytes, lowest, stride_bytes) && add_scaled(&span, count, stride);
}

static void sort_by_stride(pme__interval_copies *copies) {
  for (int i = 1; i < copies->count; i++)
    for (int j = i; j > 0 && copies->dimensions[j].stride < copies->dimensions[j - 1].stride; j--) {
      dimension swapped = copies->dimensions[j];
      copies->dimensions[j] = copies->dimensions[j - 1];
      copies->dimensions[j - 1] = swapped;
    }
}

bool pme__interval_copies_fill(pme__interval_copies *copies, int64_t line_bytes) {
  int merged = 0;
  sort_by_stride(copies);
  while (merged < copies->count && copies->dimensions[merged].stride <= copies->length_bytes + line_bytes - 1) {
    if (!add_scaled(&copies->length_bytes, copies->dimensions[merged].count - 1, copies->dimensions[merged].stride))
      return false;
    merged++;
  }
  copies->count -= merged;
  memmove(copies->dimensions, copies->dimensions + merged, (size_t)copies->count * sizeof *copies->dimensions);
  for (int i = 1; i < copies->count; i++)
    if (copies->dimensions[i].count > copies->dimensions[0].count) {
      dimension swapped = copies->dimensions[0];
      copies->dimensions[0] = copies->dimensions[i];
      copies->dimensions[i] = swapped;
    }
  return true;
}

int64_t pme__interval_copies_span(const pme__interval_copies *copies) {
  int64_t span = copies->length_bytes;
  for (int i = 0; i < copies->count; i++)
    span += (copies->dimensions[i].count - 1) * copies->dimensions[i].stride;
  return span;
}

/* ---- counting ---- */

static uint64_t pairs(uint64_t n) { return n % 2 ? n * ((n - 1) / 2) : n / 2 * (n - 1); }

/* For step and start below the modulus; of 1 << shift, if shift >= 0. */
static uint64_t sum_of_rest(uint64_t count, uint64_t modulus, uint64_t step, uint64_t start, int shift) {
  uint64_t sum = 0;
  for (;;) { /* Euclid's algorithm: the lattice points below a line, alternately from either axis */
    uint64_t top = step * count + start;
    if (top < modulus)
      return sum;
    uint64_t swapped = modulus;
    count = shift >= 0 ? top >> shift : top / modulus;
    start = top - count * modulus;
    shift = -1;
    modulus = step;
    step = swapped;
    sum += pairs(count) * (step / modulus) + count * (start / modulus);
    step %= modulus;
    start %= modulus;
  }
}

int64_t pme__walk_lines_of_interval(int64_t x, int64_t length_bytes, int64_t line_bytes, int64_t way_bytes) {
  return pme_floor_divide(x + length_bytes - 1, way_bytes) - pme_floor_divide(x - line_bytes, way_bytes);
}

int64_t pme__walk_lines_of_row(int64_t x, int64_t length_bytes, int64_t count, int64_t stride, int64_t line_bytes,
                               int64_t way_bytes) {
  bool even = (way_bytes & (way_bytes - 1)) == 0; /* the usual case: few divisions */
  int shift = even ? __builtin_ctzll((unsigned long long)way_bytes) : -1;
  int64_t from = even ? x & (way_bytes - 1) : pme__floor_mod(x, way_bytes);
  int64_t step = even ? stride & (way_bytes - 1) : pme__floor_mod(stride, way_bytes);
  int64_t last = from + length_bytes - 1, before = from - line_bytes;
  int64_t rounds = (even ? last >> shift : last / way_bytes) + (before < 0);
  uint64_t n = (uint64_t)count, modulus = (uint64_t)way_bytes;
  uint64_t reached = (uint64_t)last - (uint64_t)(rounds - (before < 0)) * modulus;
  uint64_t left_out = (uint64_t)(before < 0 ? before + way_bytes : before);
  return (int64_t)(n * (uint64_t)rounds + sum_of_rest(n, modulus, (uint64_t)step, reached, shift) -
                   sum_of_rest(n, modulus, (uint64_t)step, left_out, shift));
}
