// A recursive function is not inlined for ever. What the call touches is left out, and said, beside what the loop does.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %check_all
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %check_all

static int fib(int n, double *x) {
  x[n] = n;
  return n < 2 ? n : fib(n - 1, x) + fib(n - 2, x);
}

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] += fib(i, x);
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   assume call-ignored "fib, which calls itself, beside 2 references"
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
// NONE-NOT: remark
