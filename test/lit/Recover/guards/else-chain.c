// A chain of conditions on two variables: each loop is there once, for there is one way to it.
// RUN: %recover -O1 && %check_all

void kernel(int dims, int axis, int n, double *x) {
  if (dims == 1 && axis == 0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 1;
  } else if (dims == 2 && axis == 0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 2;
  } else if (dims == 2 && axis == 1) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 3;
  } else if (dims == 3 && axis == 0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[i] = 4;
  }
}

// CHECK-COUNT-4: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NOT: loop
