// A transposed copy.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double a[64][48], b[48][64];

void kernel(void) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 48; j++)
      b[j][i] = a[i][j];
}

// CHECK: loop i = 0 .. 63 parallel schedule static 1 at
// CHECK-NEXT:   loop j = 0 .. 47 at
// CHECK-NEXT:     read a @ 384*i + 8*j at
// CHECK-NEXT:     write b @ 8*i + 512*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
