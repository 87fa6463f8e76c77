// A loop that may end early is modelled as if it did not, and that is said.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, int m, double (*x)[m], double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++) {
      if (x[i][j] == 0)
        break;
      y[j] = 1;
    }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: loop j = 0 .. m - 1 at
// CHECK: assume early-exit
// CHECK: read x @ 8*m*i + 8*j at
// CHECK-NEXT: write y @ 8*j at
