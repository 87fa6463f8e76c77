// Rounds until something converges: their number is a symbol, and the loops in them are read.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int *more, double *restrict x) {
  do {
    *more = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      if (x[i] > 1) {
        x[i] /= 2;
        *more = 1;
      }
  } while (*more);
}

// CHECK: loop round = 1 .. rounds at
// CHECK-NEXT:   write more @ 0 at
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     read x @ 8*i at
// CHECK-NEXT:     read x @ 8*i at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:     write more @ 0 at
// CHECK-NEXT:   end
// CHECK-NEXT:   read more @ 0 at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
