// Barriers of the compiler, pauses and fences touch no memory; what is given an address may.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %FileCheck %s --check-prefix=COUNTED <%t/counted.pme

void kernel(int n, double *x, const double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[i] = y[i];
    __asm__ volatile("" : : "r"(x) : "memory");
    __asm__ volatile("nop" : : : "memory");
  }
}

void counted(int n, double *x, const double *y, int *count) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    __asm__ volatile("nop" : "+m"(*count));
    x[i] = y[i];
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read y @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// COUNTED: assume call-ignored "inline assembly, beside 2 references"
