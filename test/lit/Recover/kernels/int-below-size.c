// An int that counts up to a size of 64 bits, a product of numbers of 32: its lower 31 bits are the bound.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

void kernel(int first, int last, int low, int high, int bottom, int top, double *restrict x, double *restrict y) {
  unsigned long all = (unsigned long)(last - first + 1) * (high - low + 1) * (top - bottom + 1);
#pragma omp parallel for
  for (int i = 0; i < all; i++)
    x[i] = y[i];
}

// CHECK-NOT: reason
// CHECK: loop i = 0 .. {{.*}}top*last*high{{.*}} parallel schedule static
// CHECK-NOT: reason
// CHECK: read y @ 8*i
