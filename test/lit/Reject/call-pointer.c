// A call of a function that is a value.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %check_all
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %check_all

void kernel(int n, double *x, double (*f)(double)) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = f(x[i]);
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   assume call-ignored "a function that is chosen at run time, beside 2 references"
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
// NONE-NOT: remark
