// What is one of two numbers is no symbol, named or not: n decides. It would be a size, as large as all others.
// RUN: %recover -O2 && %check_all

void kernel(int n, double *restrict s, double *restrict r) {
  int d;
  if (n == 3)
    d = 2;
  else
    d = 1;
#pragma omp parallel for
  for (int j = 1; j < n; j++)
    for (int k = 1; k < 100; k++)
      s[j * n + k] = r[j * n + 2 * k - d];
}

// CHECK-NOT: param d
// CHECK: if (-1)*n + 3, n - 3 at
// CHECK-NEXT: read r @ 24*j + 16*k - 16 at
// CHECK: if max(n - 4, (-1)*n + 2) at
// CHECK-NEXT: read r @ 8*n*j + 16*k - 8 at
