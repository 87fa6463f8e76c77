// Collapsed loops over tiles: bounds and addresses come back as multiples of the tile's first index.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double (*x)[100], double (*y)[100]) {
#pragma omp parallel for collapse(2)
  for (int ii = 0; ii < n; ii += 8)
    for (int jj = 0; jj < n; jj += 8)
      for (int i = ii; i < (ii + 8 < n ? ii + 8 : n); i++)
        for (int j = jj; j < (jj + 8 < n ? jj + 8 : n); j++)
          x[i][j] = y[j][i];
}

// CHECK: param n
// CHECK-NEXT: array x element 8
// CHECK-NEXT: array y element 8
// CHECK-NEXT: loop ii = 0 .. n - 1 step 8 parallel schedule static collapse 2 at
// CHECK-NEXT:   loop jj = 0 .. n - 1 step 8 at
// CHECK-NEXT:     loop i = ii .. min(n - 1, ii + 7) at
// CHECK-NEXT:       loop j = jj .. min(n - 1, jj + 7) at
// CHECK-NEXT:         read y @ 8*i + 800*j at
// CHECK-NEXT:         write x @ 800*i + 8*j at
// CHECK-NEXT:       end
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
