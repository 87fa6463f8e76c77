// The end of a vector is begin and its size, whichever way of the library's code it comes from: of none, one or more
// elements, of memory that was none before. Loops from begin to end go round as often as there are elements.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clangxx -O2 -g1 -std=c++17 -fopenmp %load %s -c -o /dev/null
// RUN: cat %t/_Z4madeiiPd.pme %t/_Z6turnediiPd.pme %t/_Z7resizediPdS_.pme | %FileCheck %s
#include <algorithm>
#include <numeric>
#include <vector>

void made(int n, int m, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    std::vector<double> row(m);
    for (size_t j = 0; j < row.size(); j++)
      row[j] = a[i * m + j];
    a[i] = std::accumulate(row.begin(), row.end(), 0.0);
  }
}
// CHECK-LABEL: function _Z4made
// CHECK-NOT: param {{[^nm]}}
// CHECK: loop j = 0 .. m - 1 work
// CHECK: read a @ 8*m*i + 8*j
// CHECK-NEXT: write {{.*}} @ 8*j
// CHECK: loop {{.*}} = 0 .. m - 1 {{.*}}stl_numeric.h
// CHECK-NOT: reason

void turned(int n, int m, double *a) {
#pragma omp parallel
  {
    std::vector<double> row(m);
#pragma omp for
    for (int i = 0; i < n; i++) {
      std::fill(row.begin(), row.end(), a[i]);
      std::reverse(row.begin(), row.end());
      a[i] = row[0];
    }
  }
}
// CHECK-LABEL: function _Z6turned
// CHECK-NOT: param {{[^nm]}}
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK: = 0 .. m - 1
// CHECK: read row @ 8*{{[a-z_0-9]+}} at
// CHECK-NEXT: read row @ 8*m - 8*{{[a-z_0-9]+}} - 8 at
// CHECK-NOT: reason

void resized(int n, double *a, double *b) {
  std::vector<double> row;
  row.resize(n);
#pragma omp parallel for
  for (size_t i = 0; i < row.size(); i++)
    b[i] = row[i] + a[i];
}
// CHECK-LABEL: function _Z7resized
// CHECK-NOT: param {{[^n]}}
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NOT: reason
