// `n1 != 3` is one condition, not two alternatives: a nest behind three of them is there once, as a multigrid's
// interpolation is. Inside, what n == 3 alone lets through is no part of it.
// RUN: %recover -O2 && %check_all

void kernel(int n1, int n2, int n3, double *restrict x) {
  if (n1 != 3 && n2 != 3 && n3 != 3) {
#pragma omp parallel for
    for (int i = 0; i < n1; i++)
      x[n2 * i + n3] += n1 == 3 ? 1 : 2;
  }
}

// CHECK-NOT: loop
// CHECK: if max(n1 - 4, (-1)*n1 + 2), max(n2 - 4, (-1)*n2 + 2), max(n3 - 4, (-1)*n3 + 2) at
// CHECK-NEXT: loop i = 0 .. n1 - 1 parallel
// CHECK-NOT: loop
