// A lambda function as the body of an iteration.
// RUN: %recover_cxx -O0 && %check
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check
// RUN: %recover_cxx -O3 && %check

extern "C" void kernel(int n, double *x) {
  auto body = [=](int i) { x[i] = i; };
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    body(i);
}

// CHECK: array x element 8
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
