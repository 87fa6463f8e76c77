// References to a bound and to an array.
// RUN: %recover_cxx -O0 && %check
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check
// RUN: %recover_cxx -O3 && %check

extern "C" void kernel(int &n, double (&x)[100]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: param n
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
