// Copies of a vector are as long as it is: no difference of two pointers in bytes.
// RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %clangxx -O1 -gline-tables-only -fopenmp %load %s -c -o %t.o
// RUN: cat %t/*.pme | %FileCheck %s --implicit-check-not=bytes
// RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %clangxx -O2 -g -fopenmp %load %s -c -o %t.o
// RUN: cat %t/*.pme | %FileCheck %s --implicit-check-not=bytes
#include <vector>

double copied(const std::vector<double> &a) {
  auto b = a;
#pragma omp parallel for
  for (std::size_t i = 0; i < b.size(); i++)
    b[i] *= 2;
  return b[0];
}
// CHECK: function {{.*}}copied
// CHECK: param "a.size()"
// CHECK-NOT: param
// CHECK: loop byte = 0 .. 8*"a.size()" - 1 step 8
// CHECK: loop i = 0 .. "a.size()" - 1 parallel

std::vector<float> returned(const std::vector<float> &a) {
  std::vector<float> c(a);
#pragma omp parallel for
  for (std::size_t i = 0; i < c.size(); i++)
    c[i] += 1;
  return c;
}
// CHECK: function {{.*}}returned
// CHECK: param "a.size()"
// CHECK-NOT: param
// CHECK: loop byte = 0 .. 4*"a.size()" - 1 step 8
// CHECK: loop i = 0 .. "a.size()" - 1 parallel
