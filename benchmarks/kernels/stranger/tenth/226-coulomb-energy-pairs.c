/* electrostatic energy of an ion cluster: each pair once */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define N 6000
struct ions {
  double *x, *y, *z, *q;
};

static double energy(struct ions s, int n) {
  double e = 0.0;
#pragma omp parallel for reduction(+ : e) schedule(static)
  for (int i = 0; i < n - 1; i++) {
    double ei = 0.0;
    for (int j = i + 1; j < n; j++) {
      double dx = s.x[i] - s.x[j], dy = s.y[i] - s.y[j], dz = s.z[i] - s.z[j];
      ei += s.q[j] / sqrt(dx * dx + dy * dy + dz * dz + 1e-6);
    }
    e += s.q[i] * ei;
  }
  return e;
}
int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : N;
  double *buf = malloc(4 * sizeof(double) * n);
  struct ions s = {buf, buf + n, buf + 2 * n, buf + 3 * n};
  for (int i = 0; i < n; i++) {
    s.x[i] = cos(i * 2.399) * sqrt(i);
    s.y[i] = sin(i * 2.399) * sqrt(i);
    s.z[i] = (i * 37 % 101) * 0.2;
    s.q[i] = i & 1 ? 1.0 : -1.0;
  }
  printf("E = %.9f\n", energy(s, n));
  free(buf);
  return 0;
}
