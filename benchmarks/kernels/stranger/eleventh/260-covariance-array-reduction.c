/* 6x6 covariance of sensor readings through an array reduction */
#include <stdio.h>
#include <stdlib.h>
#define D 6

static void covariance(const short (*s)[D], long n, double mean[D], double cov[D * D]) {
  double m[D] = {0}, c[D * D] = {0};
#pragma omp parallel for reduction(+ : m[ : D])
  for (long i = 0; i < n; i++)
    for (int k = 0; k < D; k++)
      m[k] += s[i][k];
  for (int k = 0; k < D; k++)
    mean[k] = m[k] / n;
#pragma omp parallel for reduction(+ : c[ : D * D])
  for (long i = 0; i < n; i++) {
    double d[D];
    for (int k = 0; k < D; k++)
      d[k] = s[i][k] - mean[k];
    for (int a = 0; a < D; a++)
      for (int b = 0; b < D; b++)
        c[a * D + b] += d[a] * d[b];
  }
  for (int k = 0; k < D * D; k++)
    cov[k] = c[k] / (n - 1);
}
int main(int argc, char **argv) {
  long n = argc > 1 ? atol(argv[1]) : 1000000;
  short(*s)[D] = malloc(n * sizeof *s);
  for (long i = 0; i < n; i++)
    for (int k = 0; k < D; k++)
      s[i][k] = (short)((i * (k + 3) + i * i % 17) % 301 - 150);
  double mean[D], cov[D * D], t = 0;
  covariance(s, n, mean, cov);
  for (int k = 0; k < D; k++)
    t += mean[k];
  for (int k = 0; k < D * D; k++)
    t += cov[k] * (k % 4);
  printf("%.8f\n", t);
  free(s);
  return 0;
}
