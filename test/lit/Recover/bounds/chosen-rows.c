// Rows that a table chooses are taken in its order; elements that it chooses are not.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, int m, const int *restrict group, double (*restrict flux)[m], double *restrict sum,
            const double *restrict weight) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int g = group[i];
    double s = weight[g];
    for (int j = 0; j < m; j++)
      s += flux[g][j];
    sum[i] = s;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: reason indirect-subscript at [[#@LINE-8]]:16 "'group' loaded at line 10"
// CHECK: loop j = 0 .. m - 1
// CHECK: assume rows-contiguous "rows that 'group' chooses"
// CHECK: read flux @ 8*m*i + 8*j at
// CHECK: write sum @ 8*i carried at
