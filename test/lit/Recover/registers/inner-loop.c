// Sums in memory that optimised code keeps in a register over the inner loop: where nothing else that the loop touches
// can be the same memory, by variables or by types, and as the body of a region sees it. The compiler itself tells what
// it moves out of which loop, or reads before it at least.
// RUN: %recover -O2 && %check
// RUN: %clang -O2 -g -fopenmp -Rpass=licm -c -o /dev/null %s 2>&1 | sed -n 's/.*\(:[0-9]*:[0-9]*: remark: Moving accesses\).*/\1/p' | sort -V -u | %FileCheck %s --check-prefix=MOVED
// RUN: %recover -O2 && %FileCheck %s --check-prefix=OPAQUE --input-file=%t/opaque.pme
// RUN: %recover -O2 && %FileCheck %s --check-prefix=OPAQUE --input-file=%t/apart.pme
// RUN: %recover -O0 && %FileCheck %s --check-prefix=OPAQUE --input-file=%t/kernel.pme
// RUN: %recover -O2 -fno-strict-aliasing && %FileCheck %s --check-prefix=OPAQUE --input-file=%t/kernel.pme
#include <stdlib.h>

double a[64][1000], sum[64];

void kernel(long n, int *restrict count, double *x) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      // MOVED: :[[#@LINE+1]]:14: remark: Moving accesses
      sum[i] += a[i][j];
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      // MOVED: :[[#@LINE+1]]:16: remark: Moving accesses
      count[i] += x[j] > 0;
}

// The body of the region gets two pointers to numbers of one type; restrict is lost there.
void opaque(long n, double *restrict s, double *x) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      s[i] += x[j];
}

// So it is with allocations.
void apart(long n) {
  double *s = calloc(64, sizeof *s), *x = calloc(n, sizeof *x);
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      s[i] += x[j];
  free(s);
  free(x);
}

// CHECK: read sum @ 8*i kept 1 at
// CHECK: write sum @ 8*i kept 1 at
// CHECK: read count @ 4*i kept 1 at
// CHECK: write count @ 4*i kept 1 at
// OPAQUE-NOT: kept
