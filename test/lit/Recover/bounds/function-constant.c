// Constants that come through a small function.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

static inline int size(void) { return 128; }
static double *at(double *x, int row, int column) { return x + row * 128 + column; }

void kernel(double *x) {
#pragma omp parallel for
  for (int i = 0; i < size(); i++)
    for (int j = 0; j < size(); j++)
      *at(x, i, j) = 1;
}

// CHECK: loop i = 0 .. 127 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. 127 at
// CHECK-NEXT:     write x @ 1024*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
