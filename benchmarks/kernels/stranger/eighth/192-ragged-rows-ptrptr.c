#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define NR 4000

static void normalise(float **row, const int *len) {
#pragma omp parallel for schedule(guided, 8)
  for (int i = 0; i < NR; i++) {
    float s = 0;
    for (int j = 0; j < len[i]; j++)
      s += row[i][j] * row[i][j];
    s = 1.0f / sqrtf(s + 1e-6f);
    for (int j = 0; j < len[i]; j++)
      row[i][j] *= s;
  }
}

int main(void) {
  float **row = malloc(NR * sizeof *row);
  int *len = malloc(NR * sizeof *len);
  if (!row || !len)
    return 1;
  for (int i = 0; i < NR; i++) {
    len[i] = i % 200 + 10;
    row[i] = malloc(len[i] * sizeof(float));
    for (int j = 0; j < len[i]; j++)
      row[i][j] = (float)((i + j) % 9);
  }
  for (int r = 0; r < 5; r++)
    normalise(row, len);
  double s = 0;
  for (int i = 0; i < NR; i++) {
    s += row[i][len[i] / 2];
    free(row[i]);
  }
  printf("%.5f\n", s);
  free(row);
  free(len);
  return 0;
}
