// Constants of the preprocessor and of const variables.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

#define N 64
static const int m = 32;
double x[N][32];

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < m; j++)
      x[i][j] = 1;
}

// CHECK: array x element 8 extents 64 32
// CHECK-NEXT: loop i = 0 .. 63 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. 31 at
// CHECK-NEXT:     write x @ 256*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
