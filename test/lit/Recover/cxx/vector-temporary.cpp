// A std::vector that each iteration makes: its memory may be none, and is the same each time.
// RUN: %recover_cxx -O1 && %check_all
// RUN: %recover_cxx -O2 && %check_all
#include <vector>

extern "C" void kernel(int n, int m, const double *__restrict x, double *__restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    std::vector<double> row(m);
    for (int j = 0; j < m; j++)
      row[j] = x[j];
    double sum = 0;
    for (int j = 0; j < m; j++)
      sum += row[j] * row[m - 1 - j];
    y[i] = sum;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NOT: reason
// CHECK: loop j = 0 .. m - 1
// CHECK-NOT: reason
// CHECK: write y @ 8*i carried at
// CHECK-NOT: reason
