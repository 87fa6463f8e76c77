// What new[] asks for is all there is where the bytes do not fit 64 bits: of what is filled the size of the elements is
// known, and what multiplies it is no stride.
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check

extern "C" void kernel(float *x, unsigned long n, unsigned long m) {
  float *p = new float[n * m]();
#pragma omp parallel for
  for (unsigned long i = 0; i < n; i++)
    x[i] = p[i * m];
  delete[] p;
}

// CHECK-NOT: computed
// CHECK: loop byte = 0 .. 4*n*m - 1 step 8
// CHECK: loop i = 0 .. n - 1 parallel
