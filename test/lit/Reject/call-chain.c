// Functions that call the next one twice are 2^18 calls: they are followed as far as the unit is large.
// RUN: %missed -O2 2>&1 | %FileCheck %s
// CHECK: not visible here may touch memory: g{{8|9|1[0-7]}}, which is not followed
static __attribute__((noinline)) void g0(double *a, int n) {
  for (int j = 0; j < n; j++)
    a[j] += 1;
}
#define G(k, next)                                                                                                     \
  static __attribute__((noinline)) void g##k(double *a, int n) {                                                       \
    g##next(a, n);                                                                                                     \
    g##next(a + n, n);                                                                                                 \
  }
G(1, 0);
G(2, 1);
G(3, 2);
G(4, 3);
G(5, 4);
G(6, 5);
G(7, 6);
G(8, 7);
G(9, 8);
G(10, 9);
G(11, 10);
G(12, 11);
G(13, 12);
G(14, 13);
G(15, 14);
G(16, 15);
G(17, 16);
G(18, 17);

void f(double *a, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    g18(a + i * n, n);
}
