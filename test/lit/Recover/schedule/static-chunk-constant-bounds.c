// Chunks and bounds that are constants: the chunk loop is known to the optimiser and still not one of the source.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double x[1000];

void kernel(void) {
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < 1000; i++)
    x[i] += 1;
}

// CHECK: array x element 8 extents 1000
// CHECK-NEXT: loop i = 0 .. 999 parallel schedule static 16 at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
