// A function template that is called with two types: a program for each.
// RUN: %recover_cxx -O0 && cat %t/*fill*.pme | %FileCheck %s
// RUN: %recover_cxx -O2 && cat %t/*fill*.pme | %FileCheck %s

template <typename T> static void fill(int n, T *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

extern "C" void kernel(int n, double *x, float *y) {
  fill(n, x);
  fill(n, y);
}

// CHECK: function _ZL4fillIdEviPT_
// CHECK: write x @ 8*i at
// CHECK: function _ZL4fillIfEviPT_
// CHECK: write x @ 4*i at
