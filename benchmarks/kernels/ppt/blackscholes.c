/* Prices of European options by the formula of Black and Scholes, with the polynomial of Abramowitz and Stegun (26.2.17)
 * for the normal distribution: much to compute for each number that is read. */
#include "../kernel.h"

#include <math.h>

#ifndef N
#define N 65536
#endif
#ifndef STEPS
#define STEPS 2
#endif

static _Alignas(KERNEL_LINE_BYTES) double spot[N], strike[N], rate[N], volatility[N], years[N], price[N];

static inline double normal(double x) {
  double size = fabs(x), k = 1 / (1 + 0.2316419 * size);
  double sum = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  double tail = 0.39894228040143270286 * exp(-0.5 * size * size) * sum;
  return x < 0 ? tail : 1 - tail;
}

void blackscholes(void) {
  for (int step = 0; step < STEPS; step++) {
#pragma omp parallel for schedule(SCHEDULE)
    for (int i = 0; i < N; i++) {
      double spread = volatility[i] * sqrt(years[i]);
      double d1 = (log(spot[i] / strike[i]) + (rate[i] + 0.5 * volatility[i] * volatility[i]) * years[i]) / spread;
      price[i] = spot[i] * normal(d1) - strike[i] * exp(-rate[i] * years[i]) * normal(d1 - spread);
    }
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    spot[i] = 50 + i % 100;
    strike[i] = 60 + i % 77;
    rate[i] = 0.01 + 0.0001 * (i % 91);
    volatility[i] = 0.1 + 0.001 * (i % 301);
    years[i] = 0.25 + 0.01 * (i % 151);
  }
  double start = kernel_seconds();
  blackscholes();
  kernel_report("blackscholes", kernel_seconds() - start, kernel_sum(price, N));
  return 0;
}
