// How many chunks there are: a quotient that is rounded up by a test of what is left over.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

void kernel(unsigned long n, unsigned long c, float *restrict b, const float *restrict a) {
  unsigned long chunks = n / 1024 + (n % 1024 == 0 ? 0 : 1), blocks = n / c + (n % c != 0);
#pragma omp parallel for
  for (unsigned long i = 0; i < chunks; ++i)
    for (unsigned long d = i * 1024; d < n && d < (i + 1) * 1024; ++d)
      b[i * 16] += a[d];
#pragma omp parallel for
  for (unsigned long k = 0; k < blocks; ++k)
    b[k * 16] = 0;
}

// CHECK-NOT: computed
// CHECK: loop i = 0 .. {{.*}}n % 1024{{.*}} parallel
// CHECK: loop k = 0 .. {{.*}}n / c{{.*}} parallel
