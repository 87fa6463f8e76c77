// Numbers without one bit, or without two: the places of a state vector.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

typedef unsigned long long index;

void kernel(unsigned target, index half, double *restrict x, double *restrict y) {
  const index mask = 1ULL << target, low = mask - 1, high = ~low;
#pragma omp parallel for
  for (index i = 0; i < half; i++) {
    index without = (i & low) | ((i & high) << 1);
    x[without] = y[without | mask];
  }
}

// CHECK: loop i = 0 .. half - 1 parallel schedule static
// CHECK-NEXT:   read y @ 8*"1 << target" + 16*i - 8*(i % "1 << target") at
// CHECK-NEXT:   write x @ 16*i - 8*(i % "1 << target") at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
