// What a member function that is inlined calls `this` and its own members is called as the object is whose it is, with
// types, with line tables and with neither: there may be several, and no `this` in the function that is asked about.
// RUN: rm -rf %t && env %corei7 PMECACHE_DUMP=%t/g %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null
// RUN: env %corei7 PMECACHE_DUMP=%t/lines %clangxx -O2 -fopenmp %load %s -c -o /dev/null -gline-tables-only
// RUN: env %corei7 PMECACHE_DUMP=%t/none %clangxx -O2 -fopenmp %load %s -c -o /dev/null -Rpass=cache
// RUN: grep -h ^array %t/g/*kernel*.pme | %FileCheck %s
// RUN: grep -h ^array %t/lines/*kernel*.pme | %FileCheck %s
// RUN: grep -h ^array %t/none/*kernel*.pme | %FileCheck %s
#include <cstddef>

template <int N> struct rows {
  double *cells;
  int count;
  double *operator[](std::size_t i) { return cells + N * i; }
  const double *operator[](std::size_t i) const { return cells + N * i; }
};

struct mesh {
  int count;
  rows<3> *shape, *speed;
};

void kernel(const mesh &part, rows<3> &stress) {
#pragma omp parallel for
  for (int e = 0; e < part.count; e++) {
    const double *s = (*part.shape)[e], *v = (*part.speed)[e];
    double *to = stress[e];
    for (int i = 0; i < 3; i++)
      to[i] += s[i] * v[i];
  }
}

// CHECK: array part element
// CHECK-NEXT: array part.shape element
// CHECK-NEXT: array part.speed element
// CHECK-NEXT: array stress element
// CHECK-NEXT: array "part.shape->cells" element
// CHECK-NEXT: array "part.speed->cells" element
// CHECK-NEXT: array stress.cells element
// CHECK-NOT: array
