#include <math.h>
#include <stdio.h>

#define N 3000

static struct {
  double x, y, z, q;
} at[N];

static double energy(void) {
  double e = 0;
#pragma omp parallel for reduction(+ : e)
  for (int i = 0; i < N; i++)
    for (int j = i + 1; j < N; j++) {
      double dx = at[i].x - at[j].x, dy = at[i].y - at[j].y, dz = at[i].z - at[j].z;
      e += at[i].q * at[j].q / sqrt(dx * dx + dy * dy + dz * dz + 0.1);
    }
  return e;
}

int main(void) {
  for (int i = 0; i < N; i++) {
    at[i].x = (i * 17 % 101) * 0.3;
    at[i].y = (i * 29 % 103) * 0.2;
    at[i].z = (i * 41 % 107) * 0.1;
    at[i].q = i & 1 ? 1.0 : -0.9;
  }
  printf("%.6f\n", energy());
  return 0;
}
