#include <stdio.h>
#include <stdlib.h>

#define NB 100000

typedef struct {
  double m[9], rhs[3], x[3];
} sys3;

static double det3(const double *m) {
  return m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6]) + m[2] * (m[3] * m[7] - m[4] * m[6]);
}

static void solve_all(sys3 *s, int n) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n; i++) {
    double d = det3(s[i].m);
    for (int c = 0; c < 3; c++) {
      double t[9];
      for (int k = 0; k < 9; k++)
        t[k] = s[i].m[k];
      for (int r = 0; r < 3; r++)
        t[3 * r + c] = s[i].rhs[r];
      s[i].x[c] = det3(t) / d;
    }
  }
}

int main(void) {
  sys3 *s = malloc(NB * sizeof *s);
  if (!s)
    return 1;
  for (int i = 0; i < NB; i++)
    for (int k = 0; k < 9; k++) {
      s[i].m[k] = (k % 4 == 0 ? 8 : 0) + (i + k) % 5 * 0.5;
      s[i].rhs[k % 3] = k + i % 3;
    }
  solve_all(s, NB);
  double c = 0;
  for (int i = 0; i < NB; i++)
    c += s[i].x[0] - s[i].x[1] + s[i].x[2];
  printf("%.8f\n", c);
  free(s);
  return 0;
}
