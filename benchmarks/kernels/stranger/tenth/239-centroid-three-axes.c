/* second moments of a point cloud; one iteration per axis */
#include <stdio.h>
#include <stdlib.h>
#define NP 700000
struct cloud {
  float *axis[3];
  size_t n;
};
struct moment {
  double mean, var;
};

static void moments(const struct cloud *c, struct moment *m) {
#pragma omp parallel for
  for (int a = 0; a < 3; a++) {
    const float *p = c->axis[a];
    double s = 0, s2 = 0;
    for (size_t i = 0; i < c->n; i++) {
      s += p[i];
      s2 += (double)p[i] * p[i];
    }
    m[a].mean = s / c->n;
    m[a].var = s2 / c->n - m[a].mean * m[a].mean;
  }
}
int main(int argc, char **argv) {
  struct cloud c = {.n = argc > 1 ? strtoul(argv[1], 0, 10) : NP};
  for (int a = 0; a < 3; a++) {
    c.axis[a] = malloc(c.n * sizeof(float));
    for (size_t i = 0; i < c.n; i++)
      c.axis[a][i] = (float)((i * (17 + a)) % 1000) * 0.01f;
  }
  struct moment m[3];
  double chk = 0;
  for (int rep = 0; rep < 6; rep++) {
    moments(&c, m);
    for (int a = 0; a < 3; a++)
      chk += m[a].mean * (rep + 1) + m[a].var;
  }
  printf("%.8f\n", chk);
  for (int a = 0; a < 3; a++)
    free(c.axis[a]);
  return 0;
}
