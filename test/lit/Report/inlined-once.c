// A function that is inlined stands in the document with the names of those that hold its loops: the report counts each
// execution once.
// RUN: rm -rf %t && env %corei7 PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s
// RUN: cat %t/answers/*.json | %FileCheck %s
// RUN: %pmecache report %t/answers | %FileCheck %s --check-prefix=REPORT
#define N 100000
double a[N], b[N];

void smooth(void) {
#pragma omp for
  for (int i = 0; i < N; i++)
    a[i] = 2 * b[i];
}

static void scale(double s) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] *= s;
}

void step(void) {
#pragma omp parallel num_threads(2)
  {
    smooth();
    smooth();
  }
  for (int k = 0; k < 3; k++)
    scale(k);
}

// CHECK: "name": "smooth"
// CHECK: "inlined_in": [
// CHECK-NEXT: "step"
// CHECK-NEXT: ]
// REPORT: 1 unit, 2 parallel loops: 2 with numbers
// REPORT: Calls that are inlined are counted in their callers alone (2 functions).
// REPORT: L1 {{ *}}1.0M
