// Sizes that conditions compare: were they equal, the loop would not run. One is as much more as it has to be; of what is to
// be a multiple of another one that is small. Values that are asked for are such that it runs with.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
void sums(int rows, int columns, const double *restrict a, double *restrict b) {
  if (rows > columns) {
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      for (int j = 0; j < columns; j++)
        b[i] += a[i * columns + j];
  } else {
#pragma omp parallel for
    for (int j = 0; j < columns; j++)
      for (int i = 0; i < rows; i++)
        b[j] += a[i * columns + j];
  }
}
// CHECK: conditions-of-sizes.c:6:1: remark: parallel loop 'i' for every n = rows - 1 = columns: {{.*}}PARAMS='rows=1001,columns=1000'
// CHECK: conditions-of-sizes.c:11:1: remark: parallel loop 'j' for every n = rows = columns: {{.*}}PARAMS='columns=1000,rows=1000'

void tall(int n, int m, double *restrict x, const double *restrict y) {
  if (n >= 2 * m) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        x[i] += y[i * m + j];
  }
}
// CHECK: conditions-of-sizes.c:22:1: remark: parallel loop 'i' for every n: {{.*}}taken: m = 16; at
