// A constant loop that runs downwards in steps.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double x[100];

void kernel(void) {
#pragma omp parallel for schedule(static, 2)
  for (int i = 99; i > 0; i -= 3)
    x[i] = x[i - 1];
}

// CHECK: loop i = 99 .. 3 step -3 parallel schedule static 2 at
// CHECK-NEXT:   read x @ 8*i - 8 at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
