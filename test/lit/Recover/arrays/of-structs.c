// Members of the records of an array.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

struct body {
  double x, y, z, mass;
};

void kernel(int n, struct body *bodies) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    bodies[i].x += bodies[i].mass;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read bodies @ 32*i + 24 at
// CHECK-NEXT:   read bodies @ 32*i at
// CHECK-NEXT:   write bodies @ 32*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
