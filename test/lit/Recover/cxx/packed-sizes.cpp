// A range of two ints is returned in one register: the number of elements is in its upper half, times 2^32, of which
// compilers make the distance of two pointers times 2^29. It is a size like another one (views::iota(0, (int)x.size())).
// RUN: rm -rf %t && env %corei7 PMECACHE_DUMP=%t %clangxx -O2 -fopenmp %load %s -c -o /dev/null -Rpass=cache
// RUN: cat %t/*kernel*.pme | %FileCheck %s
// RUN: cat %t/*pairs*.pme | %FileCheck %s --check-prefix=PAIRS
#include <vector>

struct range {
  int first, last;
};

template <typename T> static range all(const std::vector<T> &x) { return {0, (int)x.size()}; }

void kernel(std::vector<double> &x, const std::vector<double> &y) {
  range r = all(x);
#pragma omp parallel for
  for (int i = r.first; i < r.last; i++)
    x[i] += y[i];
}

// CHECK: param "x.size()"
// CHECK-NOT: param
// CHECK: loop i = 0 .. "x.size()" - 1 parallel
// CHECK: write x @ 8*i at

struct pair {
  double a, b;
};

void pairs(std::vector<pair> &x) {
  range r = all(x);
#pragma omp parallel for
  for (int i = r.first; i < r.last; i++)
    x[i].a += x[i].b;
}

// PAIRS: loop i = 0 .. "x.size()" - 1 parallel
// PAIRS: write x @ 16*i at
