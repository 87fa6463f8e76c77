// Of arms of which data choose one each has its own numbers, and what is around them is said once. Found in a real
// program: the third arm was said to miss nothing, and advised to change its schedule.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 PMECACHE_PARAMS=n=100000 PMECACHE_JSON=%t/ %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %pmecache report %t | %FileCheck %s --check-prefix=REPORT

void waxpby(int n, double alpha, double beta, const double *x, const double *y, double *w) {
  if (alpha == 1.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      w[i] = x[i] + beta * y[i];
  } else if (beta == 1.0) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      w[i] = alpha * x[i] + y[i];
  } else {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      w[i] = alpha * x[i] + beta * y[i];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    w[i] += 1;
}

// CHECK-DAG: :9:1: remark: parallel loop 'i' ({{.*}} with about 38K misses
// CHECK-DAG: :13:1: remark: parallel loop 'i' ({{.*}} with about 38K misses
// CHECK-DAG: :17:1: remark: parallel loop 'i' ({{.*}} with about 38K misses
// CHECK-DAG: :21:1: remark: parallel loop 'i' ({{.*}}; 3 instances

// REPORT: 1 unit, 4 parallel loops
// REPORT: i in waxpby{{$}}
// REPORT-NOT: .way.
