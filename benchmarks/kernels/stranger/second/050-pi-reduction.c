/* Midpoint-rule pi with a scalar reduction; touches no memory at all. */
#include <stdio.h>

int main(void) {
  const long n = 60000000;
  const double h = 1.0 / n;
  double sum = 0;

#pragma omp parallel for reduction(+ : sum)
  for (long i = 0; i < n; i++) {
    double x = h * (i + 0.5);
    sum += 4.0 / (1.0 + x * x);
  }

  double pi = h * sum;
  printf("%.9f\n", pi);

  long inside = 0;
  const int g = 3000;
#pragma omp parallel for reduction(+ : inside) schedule(static, 50)
  for (int i = 0; i < g; i++)
    for (int j = 0; j < g; j++)
      inside += (long)i * i + (long)j * j < (long)g * g;
  printf("%ld\n", inside);
  return 0;
}
