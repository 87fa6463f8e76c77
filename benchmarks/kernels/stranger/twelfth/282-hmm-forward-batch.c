/* scaled forward algorithm for a batch of equal-length sequences */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define ST 8
#define LEN 200
#define BATCH 1600
typedef struct {
  double a[ST][ST], b[ST][4], pi[ST];
} hmm;

static double forward(const hmm *m, const unsigned char *o) {
  double al[ST], nx[ST], ll = 0;
  for (int s = 0; s < ST; s++)
    al[s] = m->pi[s] * m->b[s][o[0]];
  for (int t = 1; t < LEN; t++) {
    double z = 0;
    for (int s = 0; s < ST; s++) {
      double x = 0;
      for (int p = 0; p < ST; p++)
        x += al[p] * m->a[p][s];
      nx[s] = x * m->b[s][o[t]];
      z += nx[s];
    }
    for (int s = 0; s < ST; s++)
      al[s] = nx[s] / z;
    ll += log(z);
  }
  return ll;
}
int main(void) {
  static hmm m;
  static unsigned char o[BATCH][LEN];
  double ll = 0;
  for (int i = 0; i < ST; i++) {
    m.pi[i] = 1.0 / ST;
    for (int j = 0; j < ST; j++)
      m.a[i][j] = (1.0 + (i * 3 + j) % ST) / (ST * (ST + 1) / 2);
    for (int k = 0; k < 4; k++)
      m.b[i][k] = 0.1 + 0.15 * ((i + k) % 4);
  }
  for (int q = 0; q < BATCH; q++)
    for (int t = 0; t < LEN; t++)
      o[q][t] = (unsigned char)((q * 7 + t * t) & 3);
#pragma omp parallel for reduction(+ : ll) schedule(static)
  for (int q = 0; q < BATCH; q++)
    ll += forward(&m, o[q]);
  printf("loglik %.8f\n", ll);
  return 0;
}
