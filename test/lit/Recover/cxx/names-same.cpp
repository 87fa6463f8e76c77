// Arrays have the names of the source, the same with -g and with the line tables that remarks keep: elements of vectors
// and of arrays behind a smart pointer, allocations, what a lambda function captured, members. Never those of the
// library's members, and never those of its functions.
// RUN: rm -rf %t && env %corei7 PMECACHE_DUMP=%t/g %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null
// RUN: env %corei7 PMECACHE_DUMP=%t/lines %clangxx -O2 -fopenmp %load %s -c -o /dev/null -Rpass=cache
// RUN: cat %t/g/_Z5locali.pme %t/g/_ZN4grid5relaxEv.pme %t/g/_Z5scaleiPdd.pme %t/g/_Z3owni.pme | %FileCheck %s
// RUN: cat %t/lines/_Z5locali.pme %t/lines/_ZN4grid5relaxEv.pme %t/lines/_Z5scaleiPdd.pme %t/lines/_Z3owni.pme | %FileCheck %s
// RUN: cat %t/g/_Z5wholeiRSt6vectorIdSaIdEE.pme %t/lines/_Z5wholeiRSt6vectorIdSaIdEE.pme | %FileCheck %s --check-prefix=WHOLE
#include <cstdlib>
#include <memory>
#include <vector>

void whole(int n, std::vector<double> &ps) {
  double *a = new double[n], *b = (double *)malloc(n * sizeof(double));
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    ps[i] = a[i] + b[i];
  delete[] a;
  free(b);
}

// WHOLE-COUNT-2: array a element 8{{.*[[:space:]].*}}array b element 8{{.*[[:space:]].*}}array "&ps" element 8 align 8{{.*[[:space:]].*}}array ps element 8

double local(int n) {
  auto a = std::make_unique<double[]>(n);
  std::vector<double> w(n);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    w[i] = a[i];
  return w[3];
}
// CHECK-LABEL: function _Z5local
// CHECK: array a element 8
// CHECK-NEXT: array w element 8
// CHECK-NEXT: loop

struct grid {
  double *u;
  int nx;
  void relax();
};
void grid::relax() {
#pragma omp parallel for
  for (int i = 0; i < nx; i++)
    u[i] = 1;
}
// CHECK-LABEL: function _ZN4grid5relaxEv
// CHECK: param nx
// CHECK: array u element 8

template <class F> void each(int n, F f) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    f(i);
}
void scale(int n, double *p, double s) {
  each(n, [=](int i) { p[i] *= s; });
}
// CHECK-LABEL: function _Z5scale
// CHECK: array p element 8

double own(int n) {
  auto take = [](int n) { return static_cast<double *>(malloc(n * 8)); };
  struct two {
    double *first, *second;
  } pair = {take(n), take(n)};
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    pair.first[i] = pair.second[i];
  return pair.first[1];
}
// CHECK-LABEL: function _Z3own
// CHECK: array {{(pair[.])?}}second element 8
// CHECK-NEXT: array {{(pair[.])?}}first element 8
