// A pointer that is nowhere at first, and then goes on from itself, is no array; looking for one did not end.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, const int *restrict step, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *p = 0;
    for (int j = 0; j < n; j++) {
      p = p + step[j];
      y[i] += *p;
    }
  }
}

// CHECK: loop i = 0 .. n - 1 parallel
// CHECK: reason {{.*}} changes in the loop"
// CHECK: write y @ 8*i
