// The ends of a container differ where it is not empty: as two conditions, of more elements than none and of less, all that
// stands under them was there twice.
// RUN: %recover_cxx -O1 2>&1 && cat %t/*.pme | %FileCheck %s
// RUN: %recover_cxx -O2 2>&1 && cat %t/*.pme | %FileCheck %s

#include <cstddef>
#include <vector>
static double sum(const double *from, size_t count) {
  double all = 0;
  for (size_t k = 0; k < count; k++)
    all += from[k];
  return all;
}
void rows(int n, const std::vector<double> &v, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] += sum(v.data(), v.size());
}

// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NOT: if
// CHECK: loop k = 0 .. "v.size()" - 1
// CHECK-NEXT: read from @ 8*k
// CHECK-NEXT: end
// CHECK-NOT: read from
