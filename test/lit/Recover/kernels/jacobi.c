// Two nests in a time loop: the grids take turns.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double a[64][64], b[64][64];

void kernel(int steps) {
  for (int t = 0; t < steps; t++) {
#pragma omp parallel for
    for (int i = 1; i < 63; i++)
      for (int j = 1; j < 63; j++)
        b[i][j] = a[i - 1][j] + a[i + 1][j];
#pragma omp parallel for
    for (int i = 1; i < 63; i++)
      for (int j = 1; j < 63; j++)
        a[i][j] = b[i][j];
  }
}

// CHECK: loop t = 0 .. steps - 1 at
// CHECK-NEXT:   loop i = 1 .. 62 parallel schedule static at
// CHECK-NEXT:     loop j = 1 .. 62 at
// CHECK-NEXT:       read a @ 512*i + 8*j - 512 at
// CHECK-NEXT:       read a @ 512*i + 8*j + 512 at
// CHECK-NEXT:       write b @ 512*i + 8*j at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT:   loop i = 1 .. 62 parallel schedule static at
// CHECK-NEXT:     loop j = 1 .. 62 at
// CHECK-NEXT:       read b @ 512*i + 8*j at
// CHECK-NEXT:       write a @ 512*i + 8*j at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
