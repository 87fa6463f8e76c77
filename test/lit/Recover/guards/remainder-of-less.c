// `j % (s - 1) == 0`, where s is at least 1: what is left of a product without s has s in it again once the division is
// multiplied out, which was asked for without end.
// RUN: %recover -O1 2>&1 && %FileCheck %s --input-file=%t/kernel.pme
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NEXT: loop j = 0 .. s - 1
// CHECK: if {{.*}}j / (s - 1)
// CHECK: write x @ 8*s*i + 8*j

#include <stddef.h>
void kernel(size_t n, size_t s, double *restrict x) {
#pragma omp parallel for
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < s; j++)
      if (j % (s - 1) == 0)
        x[i * s + j] += 1;
}
