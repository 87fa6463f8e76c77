// Rows of different lengths that do not overlap, where a square of the row's number says where each begins. Those that
// overlap are at places that data choose.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

double harmonic(int, int, const double *);

void kernel(int n, int lmax, long points, double *restrict a, double *restrict b, double *restrict y,
            const double *restrict x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j <= i; j++)
      a[i * (i + 1) / 2 + j] += x[j];
    for (int k = i; k < n; k++)
      a[k * (k + 1) / 2 + i] += x[k];
    for (int j = 0; j < n; j++)
      b[i * i + j] += x[j];
  }
  for (int l = 0; l <= lmax; l++)
    for (int m = 0; m <= 2 * l; m++) {
#pragma omp parallel for
      for (long p = 0; p < points; p++)
        y[(l * l + m) * points + p] = harmonic(l, m, x + 3 * p);
    }
}

// CHECK: assume rows-contiguous "rows of 'a', as far apart as the longest is long"
// CHECK: write "a[]" @ 8*n*i + 8*j at
// CHECK: write "a[]" @ 8*n*k + 8*i at
// CHECK: reason non-affine-subscript
// CHECK: write b scattered {{[0-9]+}} stays 1 @ 8*j at
// CHECK: loop p = 0 .. points - 1 parallel
// CHECK-NOT: reason
// CHECK: write "y[]" @ {{16\*lmax\*points\*l \+ 8\*points\*l|8\*points\*l \+ 16\*lmax\*points\*l}} + 8*points*m + 8*p at
