/* Cluster assignment: 32 centroids, per-point label, per-thread sums in one
   flat array (thread-major, 32 x 2 floats, no padding needed). */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define NC 32

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 120000;
  float *px = malloc(sizeof(float) * n), *py = malloc(sizeof(float) * n);
  unsigned char *lab = malloc(n);
  float cx[NC], cy[NC];
  for (int i = 0; i < n; i++) {
    px[i] = (float)(i * 37 % 1000);
    py[i] = (float)(i * 91 % 1013);
  }
  for (int c = 0; c < NC; c++) {
    cx[c] = px[c * 1000 % n];
    cy[c] = py[c * 1000 % n];
  }
  int nt = omp_get_max_threads();
  float *sum = calloc((size_t)nt * NC * 2, sizeof(float));

#pragma omp parallel
  {
    float *mine = sum + omp_get_thread_num() * NC * 2;
#pragma omp for schedule(static, 64)
    for (int i = 0; i < n; i++) {
      int b = 0;
      float bd = 1e30f;
      for (int c = 0; c < NC; c++) {
        float dx = px[i] - cx[c], dy = py[i] - cy[c], d = dx * dx + dy * dy;
        if (d < bd) {
          bd = d;
          b = c;
        }
      }
      lab[i] = (unsigned char)b;
      mine[2 * b] += px[i];
      mine[2 * b + 1] += py[i];
    }
  }

  unsigned long h = 0;
  for (int i = 0; i < n; i++)
    h = h * 37 + lab[i];
  printf("%lu\n", h);
  free(px);
  free(py);
  free(lab);
  free(sum);
  return 0;
}
