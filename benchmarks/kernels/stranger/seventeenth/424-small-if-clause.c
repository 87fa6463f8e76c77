/* A loop that is parallel for long vectors only; the vectors are short. */
#include <stdio.h>

#define MAX 4096

static double a[MAX], b[MAX];

static void scale(int n, double f) {
#pragma omp parallel for if (n > 2000) schedule(static, 8)
  for (int i = 0; i < n; i++)
    a[i] = a[i] * f + b[i];
}

int main(void) {
  for (int i = 0; i < MAX; i++)
    b[i] = i * 1e-3;
  for (int t = 0; t < 200; t++)
    scale(t % 10 ? 500 : MAX, 0.99);
  double s = 0.0;
  for (int i = 0; i < MAX; i++)
    s += a[i];
  printf("%.6f\n", s);
  return 0;
}
