// What callers or declarations say of other symbols is told beside the sizes; what another loop has is not.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s

static void relax(long n, int rounds, int shift, double *restrict x, double *restrict y) {
  for (int t = 0; t < rounds; t++) {
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      y[i] = x[i] + y[i];
  }
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[i] = y[i + shift];
}

void both(long n, double *x, double *y) { relax(n, 4, 0, x, y); }
void again(long n, double *x, double *y) { relax(n, 4, 0, y, x); }
// CHECK: known-beside.c:6:1: remark: parallel loop 'i' for every n: {{[^;]*}}{{.*}}; for rounds = 4; at one size
// CHECK: known-beside.c:10:1: remark: parallel loop 'i' for every n:
// CHECK-NOT: rounds
