// A colour that the caller gives: the test of the row's first index is of its remainder, bounds are of the other one.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int colour, double (*x)[100]) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1 + ((i + colour) & 1); j < n - 1; j += 2)
      x[i][j] = x[i - 1][j] + x[i][j + 1];
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = n - 2 - ((i + colour) & 1); j >= 1; j -= 2)
      x[i][j] = x[i + 1][j];
}

// CHECK: loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT: loop j = (colour + i) % 2 + 1 .. n - 2 step 2 at
// CHECK: loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT: loop j = n - (colour + i) % 2 - 2 .. 1 step -2 at
