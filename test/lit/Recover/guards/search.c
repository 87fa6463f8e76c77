// A search that ends at a match, or at the bound: the bound counts.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, int m, const double *x, int *found) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    found[i] = -1;
    int j = 0;
    while (j < m) {
      if (x[j] == i)
        break;
      j++;
    }
    found[i] = j;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: assume early-exit
// CHECK:   read x @ 8*j at
// CHECK-NOT: reason
