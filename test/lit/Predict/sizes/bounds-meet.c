// Places that data choose in a table of a few lines: both bounds are one number, and nothing is `up to` it.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s

extern double table[4];

void look_up(long n, double *restrict out, const int *restrict material) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    out[i] = table[material[i]];
}
// CHECK: bounds-meet.c:[[#@LINE-4]]:1: remark: parallel loop 'i' for every n: L3{{(, L2 and L1)?}} 0.19 n misses
// CHECK-NOT: no fewer than
