// An argument that two calls give different constants is a symbol.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double x[100];

static __attribute__((noinline)) void kernel(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

void first(void) { kernel(100); }
void second(void) { kernel(50); }

// CHECK: param n
// CHECK-NEXT: array x element 8 extents 100
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
