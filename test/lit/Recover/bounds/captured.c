// A bound that is a local variable of the function around: captured by reference.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

int get(void);

void kernel(double *x) {
  int n = get();
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = 1;
  }
}

// CHECK: param n
// CHECK-NEXT: array x element 8
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
