// What is tried again until an exchange succeeds goes round once: no data decide how often, and its accesses count once.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=rounds
#include <atomic>

void multiply(long n, const int *k, const double *v, double *m) {
// CHECK: parallel loop 'i' for every n: L3, L2 and L1 up to 1.2 n misses
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
#pragma omp atomic
    m[k[i]] *= v[i];
  }
}

void add(long n, const int *k, std::atomic<double> *h, const double *v) {
// CHECK: parallel loop 'i' for every n: L3 up to 2.2 n misses
#pragma omp parallel for
  for (long i = 0; i < n; i++) {
    double old = h[k[i]].load();
    while (!h[k[i]].compare_exchange_weak(old, old + v[i]))
      ;
  }
}

void relax(long m, const int *from, const int *to, const int *w, int *far) {
// CHECK: parallel loop 'e' for every m: L3, L2 and L1 up to 2.2 m misses
#pragma omp parallel for
  for (long e = 0; e < m; e++) {
    int next = far[from[e]] + w[e], old = far[to[e]];
    while (next < old && !__sync_bool_compare_and_swap(&far[to[e]], old, next))
      old = far[to[e]];
  }
}

void least(long n, const int *k, const int *v, int *m) {
// CHECK: parallel loop 'i' for every n: L3, L2 and L1 up to 1.1 n misses
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    for (int old = m[k[i]];;) {
      int was = __sync_val_compare_and_swap(&m[k[i]], old, old < v[i] ? old : v[i]);
      if (was == old)
        break;
      old = was;
    }
}
