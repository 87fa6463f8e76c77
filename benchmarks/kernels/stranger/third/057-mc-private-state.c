/* The same kind of Monte Carlo, generator kept in a local and only the final count stored per stream. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { STREAMS = 32, PATHS = 90000, STEPS = 4 };

static double payoff[STREAMS];

int main(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int s = 0; s < STREAMS; s++) {
    uint32_t x = 1234567u + 7919u * (uint32_t)s;
    double sum = 0;
    for (int p = 0; p < PATHS; p++) {
      double price = 100;
      for (int k = 0; k < STEPS; k++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        price *= 1.0 + 0.02 * ((double)x / 4294967296.0 - 0.49);
      }
      sum += price > 100 ? price - 100 : 0;
    }
    payoff[s] = sum / PATHS;
  }

  double mean = 0, var = 0;
  for (int s = 0; s < STREAMS; s++)
    mean += payoff[s] / STREAMS;
  for (int s = 0; s < STREAMS; s++)
    var += (payoff[s] - mean) * (payoff[s] - mean);
  printf("%.8f %.8f\n", mean, sqrt(var / STREAMS));
  return 0;
}
