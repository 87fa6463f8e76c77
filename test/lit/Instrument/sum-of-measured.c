// The model counts the function as a whole, in which arrays stay from loop to loop, better than its loops, each of which
// brings its lines again. Where measured loops take the places of these, each takes out its share: what was measured of the
// other ones stays in the sum.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/sum_of_measured.py %t.json | %FileCheck %s
//
// CHECK: function: as its loops and the rest
#include <stdlib.h>

enum { ROWS = 256, COLUMNS = 256 };

int main(void) {
  int rows = ROWS, columns = COLUMNS;
  float *from = malloc(sizeof(float) * rows * columns), *north = malloc(sizeof(float) * rows * columns);
  float *south = malloc(sizeof(float) * rows * columns), *west = malloc(sizeof(float) * rows * columns);
  float *weight = malloc(sizeof(float) * rows * columns);
  int *above = malloc(sizeof(int) * rows), *below = malloc(sizeof(int) * rows);
  int *left = malloc(sizeof(int) * columns), *right = malloc(sizeof(int) * columns);
  for (int i = 0; i < rows; i++) {
    above[i] = i ? i - 1 : 0;
    below[i] = i < rows - 1 ? i + 1 : i;
  }
  for (int j = 0; j < columns; j++) {
    left[j] = j ? j - 1 : 0;
    right[j] = j < columns - 1 ? j + 1 : j;
  }
  for (int k = 0; k < rows * columns; k++)
    from[k] = (float)(k % 100);
  for (int t = 0; t < 2; t++) {
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int k = i * columns + j;
        north[k] = from[above[i] * columns + j] - from[k];
        south[k] = from[below[i] * columns + j] - from[k];
        west[k] = from[i * columns + left[j]] - from[k];
        weight[k] = 1 / (1 + north[k] * north[k] + south[k] * south[k] + west[k] * west[k]);
      }
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++) {
        int k = i * columns + j;
        from[k] += weight[k] * (north[k] + west[k]) + weight[below[i] * columns + j] * south[k] +
                   weight[i * columns + right[j]];
      }
  }
  return from[5] > 1e30f;
}
