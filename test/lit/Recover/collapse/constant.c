// Collapsed loops that begin where a loop outside says. With constant sizes the product of their counts reaches the
// plugin as a recurrence of the second order.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double a[200][200];

void kernel(void) {
  for (int k = 0; k < 200; k++) {
#pragma omp parallel for collapse(2)
    for (int i = k + 1; i < 200; i++)
      for (int j = k + 1; j < 200; j++)
        a[i][j] -= a[i][k] * a[k][j];
  }
}

// CHECK: loop k = 0 .. 199 at
// CHECK-NEXT:   loop i = k + 1 .. 199 parallel schedule static collapse 2 at
// CHECK-NEXT:     loop j = k + 1 .. 199 at
// CHECK-NEXT:       read a @ 8*k + 1600*i at
// CHECK-NEXT:       read a @ 1600*k + 8*j at
// CHECK-NEXT:       read a @ 1600*i + 8*j at
// CHECK-NEXT:       write a @ 1600*i + 8*j at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
