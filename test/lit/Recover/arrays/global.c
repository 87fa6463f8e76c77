// Global arrays with their dimensions, of several element types.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double a[20][30];
float b[30];
char c[20];

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < 20; i++)
    for (int j = 0; j < 30; j++)
      a[i][j] = b[j] + c[i];
}

// CHECK: array b element 4 extents 30
// CHECK-NEXT: array c element 1 extents 20
// CHECK-NEXT: array a element 8 extents 20 30
// CHECK-NEXT: loop i = 0 .. 19 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. 29 at
// CHECK-NEXT:     read b @ 4*j at
// CHECK-NEXT:     read c @ i at
// CHECK-NEXT:     write a @ 240*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
