#include <stdio.h>
#include <stdlib.h>

#define ROWS 20000
#define PER 24
#define NNZ (ROWS * PER)

typedef struct {
  int r, c;
  float v;
} coo;

static void coo_mv(const coo *e, const float *x, float *y) {
#pragma omp parallel for schedule(static, 32)
  for (int k = 0; k < NNZ; k++) {
    float t = e[k].v * x[e[k].c];
#pragma omp atomic
    y[e[k].r] += t;
  }
}

int main(void) {
  coo *e = malloc(NNZ * sizeof *e);
  float *x = malloc(ROWS * sizeof *x), *y = calloc(ROWS, sizeof *y);
  if (!e || !x || !y)
    return 1;
  for (int k = 0; k < NNZ; k++) {
    e[k].r = k / PER;
    e[k].c = (int)((unsigned)k * 40503u % ROWS);
    e[k].v = (float)(k % 3);
  }
  for (int i = 0; i < ROWS; i++)
    x[i] = (float)(i % 2 + 1);
  for (int it = 0; it < 3; it++)
    coo_mv(e, x, y);
  double s = 0;
  for (int i = 0; i < ROWS; i++)
    s += y[i];
  printf("%.1f\n", s);
  free(e);
  free(x);
  free(y);
  return 0;
}
