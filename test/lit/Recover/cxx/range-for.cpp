// A loop over a range: that its begin is before its end says that there is an element. A file that makes no vector of
// its own has only a declaration of the class in its debug information.
// RUN: %recover_cxx -O1 -g && %check_all
// RUN: %recover_cxx -O2 -g && %check_all
// RUN: %recover_cxx -O2 -g && %FileCheck %s --check-prefix=POINTERS --input-file=%t/pointers.pme
// RUN: %recover_cxx -O2 -g && %FileCheck %s --check-prefix=BACK --input-file=%t/back.pme
// RUN: %recover_cxx -O2 -g1 && %FileCheck %s --check-prefix=LINES --input-file=%t/kernel.pme
// LINES: param "points.size()"
// RUN: %FileCheck %s --check-prefix=MEMBER --input-file=%t/_ZN4pair3addEv.pme
// RUN: %recover_cxx -O2 -g && %FileCheck %s --check-prefix=MEMBER --input-file=%t/_ZN4pair3addEv.pme
#include <array>
#include <vector>

extern "C" void kernel(std::vector<std::array<double, 3>> &points, double dt) {
#pragma omp parallel for
  for (auto &p : points)
    p[0] += dt * p[1];
}

// CHECK: param "points.size()"
// CHECK-NOT: param
// CHECK-NOT: assume branch-taken
// CHECK: loop i = 0 .. "points.size()" - 1 parallel schedule static at
// CHECK-NEXT: read points @ 24*i + 8 at
// CHECK-NEXT: read points @ 24*i at
// CHECK-NEXT: write points @ 24*i at
// CHECK-NEXT: end

extern "C" void pointers(double *first, double *last, double a) {
  if (last - first > 0) {
#pragma omp parallel for
    for (double *p = first; p < last; p++)
      *p += a;
  }
}

// POINTERS: param "last - first"
// POINTERS-NOT: param
// POINTERS-NOT: if
// POINTERS-NOT: branch-taken
// POINTERS: loop {{.*}} = 0 .. "last - first" - 1 parallel schedule static

extern "C" void back(double *first, double *last, double *x) {
#pragma omp parallel for
  for (long i = 0; i < last - first; i++)
    x[i] = 0;
  if (first - last < 0) {
#pragma omp parallel for
    for (int i = 0; i < 100; i++)
      x[i] = 1;
  }
}

// BACK: param "last - first"
// BACK-NOT: param
// BACK: if "last - first" - 1 at

struct pair {
  std::vector<double> first, second;
  void add();
};
void pair::add() {
#pragma omp parallel for
  for (double &v : second)
    v += first[&v - second.data()];
}

// MEMBER: param "second.size()"
// MEMBER-NOT: bytes
// MEMBER: array second element 8
