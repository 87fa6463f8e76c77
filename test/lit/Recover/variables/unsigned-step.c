// An unsigned variable with a step might wrap around its bound for ever: it is assumed not to.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(unsigned n, unsigned m, unsigned b, double *x) {
#pragma omp parallel for
  for (unsigned i = 1; i <= n; i++)
    for (unsigned j = i; j < m; j += 2)
      x[i * m + j] = 1;
#pragma omp parallel for
  for (unsigned i = 0; i < n; i += b)
    for (unsigned j = i; j < (i + b < n ? i + b : n); j++)
      x[j] = 1;
}

// CHECK: loop i = 1 .. n parallel schedule static at
// CHECK-NEXT:   loop j = i .. m - 1 step 2 at
// CHECK-NEXT:     assume no-wrap ""
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NEXT: loop i = 0 .. n - 1 step b parallel schedule static at
// CHECK-NEXT:   assume no-wrap ""
// CHECK-NEXT:   assume step-positive ""
// CHECK-NEXT:   loop j = i .. min(n - 1, b + i - 1) at
// CHECK-NEXT:     write x @ 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
