// A while loop that counts is a loop as any other.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int m, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (j < m) {
      x[j] += 1;
      j += 2;
    }
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. m - 1 step 2 at
// CHECK-NEXT:     read x @ 8*j at
// CHECK-NEXT:     write x @ 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
