/* State vectors of simulated quantum computers: their places are numbers that bits are put into. */
#include <stdlib.h>

typedef unsigned long long index;

void one_bit(unsigned target, index dimension, double *state) {
  const index half = dimension / 2, mask = 1ULL << target, low = mask - 1, high = ~low;
#pragma omp parallel for
  for (index i = 0; i < half; i++) {
    index without = (i & low) + ((i & high) << 1), with = without + mask;
    double kept = state[without];
    state[without] = state[with];
    state[with] = kept;
  }
}

void ored_bit(unsigned target, index dimension, double *state) {
  const index half = dimension / 2, mask = 1ULL << target, low = mask - 1, high = ~low;
#pragma omp parallel for
  for (index i = 0; i < half; i++) {
    index without = (i & low) | ((i & high) << 1);
    state[without | mask] += state[without];
  }
}

/* The bits of an exchange: one set, one clear, turned together. */
void two_bits(unsigned first, unsigned second, index dimension, double *state) {
  const index quarter = dimension / 4, mask_first = 1ULL << first, mask = mask_first + (1ULL << second);
  const unsigned lower = first < second ? first : second, upper = first < second ? second : first;
  const index lower_mask = 1ULL << lower, upper_mask = 1ULL << (upper - 1);
  const index low = lower_mask - 1, middle = (upper_mask - 1) ^ low, high = ~(upper_mask - 1);
#pragma omp parallel for
  for (index i = 0; i < quarter; i++) {
    index one = (i & low) + ((i & middle) << 1) + ((i & high) << 2) + mask_first, other = one ^ mask;
    double kept = state[one];
    state[one] = state[other];
    state[other] = kept;
  }
}

/* Elements side by side, two at a time. */
void pairs(unsigned target, index dimension, double *state) {
  const index half = dimension / 2, mask = 1ULL << target, low = mask - 1, high = ~low;
#pragma omp parallel for
  for (index i = 0; i < half; i += 2) {
    index at = (i & low) + ((i & high) << 1) + mask;
    state[at] *= -1;
    state[at + 1] *= -1;
  }
}

int main(void) {
  double *state = calloc(256, sizeof *state);
  one_bit(3, 256, state);
  ored_bit(2, 128, state);
  two_bits(5, 2, 256, state);
  pairs(4, 256, state);
  return 0;
}
