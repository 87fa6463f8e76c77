// Three collapsed loops of constant bounds.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double x[10][8][6];

void kernel(void) {
#pragma omp parallel for collapse(3) schedule(static, 5)
  for (int i = 0; i < 10; i++)
    for (int j = 0; j < 8; j++)
      for (int k = 0; k < 6; k++)
        x[i][j][k] *= 2;
}

// CHECK: array x element 8 extents 10 8 6
// CHECK-NEXT: loop i = 0 .. 9 parallel schedule static 5 collapse 3 at
// CHECK-NEXT:   loop j = 0 .. 7 at
// CHECK-NEXT:     loop k = 0 .. 5 at
// CHECK-NEXT:       read x @ 384*i + 48*j + 8*k at
// CHECK-NEXT:       write x @ 384*i + 48*j + 8*k at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
