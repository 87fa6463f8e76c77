// Tiles of a size that is a symbol, and does not divide n, in loops that are not worksharing ones.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int ts, double *restrict x, const double *restrict y) {
  for (int ii = 0; ii < n; ii += ts)
#pragma omp parallel for
    for (int jj = 0; jj < n; jj += ts)
      for (int kk = 0; kk < n; kk += ts)
        for (int i = ii; i < (ii + ts < n ? ii + ts : n); i++)
          for (int j = jj; j < (jj + ts < n ? jj + ts : n); j++)
            for (int k = kk; k < (kk + ts < n ? kk + ts : n); k++)
              x[i * n + j] += y[i * n + k] * y[k * n + j];
}

// CHECK: param n
// CHECK-NEXT: param ts
// CHECK-NEXT: array x element 8
// CHECK-NEXT: array y element 8
// CHECK-NEXT: loop ii = 0 .. n - 1 step ts at
// CHECK-NEXT:   loop jj = 0 .. n - 1 step ts parallel schedule static at
// CHECK-NEXT:     loop kk = 0 .. n - 1 step ts at
// CHECK-NEXT:       loop i = ii .. min(n - 1, ts + ii - 1) at
// CHECK-NEXT:         loop j = jj .. min(n - 1, ts + jj - 1) at
// CHECK-NEXT:           loop k = kk .. min(n - 1, ts + kk - 1) at
// CHECK-NEXT:             read y @ 8*n*i + 8*k at
// CHECK-NEXT:             read y @ 8*n*k + 8*j at
// CHECK-NEXT:             read x @ 8*n*i + 8*j at
// CHECK-NEXT:             write x @ 8*n*i + 8*j at
// CHECK-NEXT:           end
// CHECK-NEXT:         end
// CHECK-NEXT:       end
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
