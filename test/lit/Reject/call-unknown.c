// A call of a function that another file defines, in a loop that touches memory itself: said, and assumed to touch none.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %check_all
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=NONE --allow-empty
// RUN: %check_all

double other(int);

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = other(i);
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   assume call-ignored "other, beside 1 reference"
// CHECK-NEXT:   write x @ 8*i at [[#@LINE-5]]:10
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
// NONE-NOT: remark
