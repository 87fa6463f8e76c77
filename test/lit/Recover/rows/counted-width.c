// The length of rows is a number like others where a loop before has counted it, or looked for the longest, and where
// it is computed again for each block. Its name is that of the source, also with line tables alone.
// RUN: %recover -O1 && %check
// RUN: %FileCheck %s --check-prefix=WIDEST < %t/widest.pme && %FileCheck %s --check-prefix=PANELS < %t/panels.pme
// RUN: %recover -O3 -fno-vectorize && %check
// RUN: %recover -O2 -gline-tables-only && %check
// RUN: %FileCheck %s --check-prefix=WIDEST < %t/widest.pme && %FileCheck %s --check-prefix=PANELS < %t/panels.pme

void kernel(int n, int m, const int *keep, const double *restrict a, double *restrict out) {
  int count = 0;
  for (int i = 0; i < n; i++)
    if (keep[i])
      count++;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < m; i++)
    for (int j = 0; j < count; j++)
      out[i * count + j] = 2 * a[i * count + j];
}

// CHECK: loop i = 0 .. m - 1 parallel schedule static threads 4 {{.*}}at
// CHECK:   loop j = 0 .. count - 1 at
// CHECK:     read a @ 8*count*i + 8*j at
// CHECK:     write out @ 8*count*i + 8*j at

void widest(int n, int rows, double *a, const int *width) {
  int most = 0;
  for (int k = 0; k < rows; k++)
    if (width[k] > most)
      most = width[k];
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < most; j++)
      a[(long)i * most + j] *= 0.5;
}

// WIDEST: loop i = 0 .. n - 1 parallel schedule static threads 4 {{.*}}at
// WIDEST:   loop j = 0 .. most - 1 {{.*}}at
// WIDEST:     write a @ 8*most*i + 8*j at

void panels(int n, int blocks, double *a, const int *width) {
  int most = 0;
  for (int k = 0; k < blocks; k++) {
    most = most > width[k] ? most : width[k];
    int row = width[k] + most;
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < row; j++)
        a[(long)i * row + j] *= 0.5;
  }
}

// PANELS: loop i = 0 .. n - 1 parallel
// PANELS: assume trips-alike
// PANELS: write a @ 8*"width[k]"*i + {{.*}} + 8*j at
