// The last iteration has nothing to do, and optimisation leaves the loop in its middle: it is dealt out all the same.
// RUN: %recover -O0 && cat %t/divide.pme %t/eliminate.pme | grep -v assume | %FileCheck %s
// RUN: %recover -O2 && cat %t/divide.pme %t/eliminate.pme | grep -v assume | %FileCheck %s

void divide(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = k + 1; j < n; j++)
      x[k][j] /= x[k][k];
}

// CHECK: loop k = 0 .. n - 1 parallel schedule static
// CHECK-NEXT:   loop j = k + 1 .. n - 1 {{.*}}at

double y[40][40];

void eliminate(void) {
#pragma omp parallel for schedule(static, 3)
  for (int k = 0; k < 40; k++) {
    for (int j = k + 1; j < 40; j++)
      y[k][j] /= y[k][k];
    for (int i = k + 1; i < 40; i++)
      for (int j = k + 1; j < 40; j++)
        y[i][j] -= y[i][k] * y[k][j];
  }
}

// CHECK: loop k = 0 .. 39 parallel schedule static 3
// CHECK-NEXT:   loop j = k + 1 .. 39 {{.*}}at
// CHECK:   loop i = k + 1 .. 39 {{.*}}at
// CHECK-NEXT:     loop j{{.*}} = k + 1 .. 39 {{.*}}at
