// What others see of an iteration stays in order: volatile accesses, numbers that a library draws one by one. And no
// directive takes bounds that depend on other loops of the nest: the order is one for the source.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 PMECACHE_THREADS=1 PMECACHE_DUMP=%t PMECACHE_JSON=%t/json/ %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=DUMP --input-file %t/drawn.pme
// RUN: %FileCheck %s --check-prefix=VOLATILE --input-file %t/seen.pme
// RUN: %pmecache advise %t/triangle.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
#include <stdlib.h>
enum { N = 2000 };
static double a[N][N], b[N][N], c[N][N];
static volatile double w[N][N];

void drawn(void) {
  for (int k = 0; k < 2; k++)
#pragma omp parallel for
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[j][i] = b[j][i] * rand();
}

void seen(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      w[j][i] = b[j][i];
}

void triangle(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      for (int k = 0; k < i; k++)
        c[k][j] = a[k][j] * b[i][k];
}

// CHECK-NOT: legal
// CHECK: in-order.c:[[#@LINE-8]]:1: remark: parallel loop 'i': {{.*}} in the order {{.*}} (in the source: no directive takes bounds that depend on loops of the nest)
// CHECK-NOT: interchange permutation
// DUMP: assume in-order "rand"
// VOLATILE: assume in-order "a volatile access"
// JSON: "loop_order"
// JSON: "pragma": null
