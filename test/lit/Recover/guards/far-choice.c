// RUN: %recover -O2 && %check_all

void kernel(int n, const double *restrict flux, const double *restrict x, double *restrict y) {
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    y[j] = x[flux[j] > 0 ? j : n - j];
}

// CHECK: read x scattered 1
