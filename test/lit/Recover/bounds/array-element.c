// A bound in an element of a global array (as in the NAS benchmarks).
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

int grid_points[3];
double x[100];

void kernel(void) {
#pragma omp parallel for
  for (int i = 1; i < grid_points[0] - 1; i++)
    x[i] = 1;
}

// CHECK: param "grid_points[0]"
// CHECK: loop i = 1 .. "grid_points[0]" - 2 parallel schedule static at
// CHECK:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
