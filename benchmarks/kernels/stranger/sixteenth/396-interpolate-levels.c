/* Model levels to pressure levels; columns contiguous, search upward. */
#include <stdio.h>
#include <stdlib.h>

#define NCOL 8000
#define NLEV 90
#define NOUT 17

struct column {
  float p[NLEV];
  float t[NLEV];
};

int main(void) {
  struct column *col = malloc(sizeof *col * NCOL);
  float *out = malloc(sizeof(float) * NCOL * NOUT);
  for (int c = 0; c < NCOL; c++)
    for (int k = 0; k < NLEV; k++) {
      col[c].p[k] = 1000.0f - 11.0f * k + (float)(c % 9);
      col[c].t[k] = 290.0f - 0.9f * k + 0.01f * (float)(c % 50);
    }

#pragma omp parallel for schedule(dynamic, 2)
  for (int c = 0; c < NCOL; c++) {
    int k = 0;
    for (int o = 0; o < NOUT; o++) {
      float p = 980.0f - 55.0f * o;
      while (k < NLEV - 2 && col[c].p[k + 1] > p)
        k++;
      float w = (col[c].p[k] - p) / (col[c].p[k] - col[c].p[k + 1]);
      out[c * NOUT + o] = col[c].t[k] + w * (col[c].t[k + 1] - col[c].t[k]);
    }
  }

  double s = 0.0;
  for (int i = 0; i < NCOL * NOUT; i++)
    s += out[i] * (i % 2 ? 1.0 : 0.5);
  printf("%.3f\n", s);
  free(col);
  free(out);
  return 0;
}
