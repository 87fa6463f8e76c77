// Loops of a few iterations that happen to have a number stand behind those of sizes that nobody knows and that miss more,
// unless a run has told how often each is called.
//
// RUN: env %corei7 PMECACHE_JSON=%t.json %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: %pmecache report %t.json | %FileCheck %s
// RUN: %pmecache report %t.json --html %t.html && %FileCheck --check-prefix=PAGE %s < %t.html
static double part[8];

void clear(void) {
#pragma omp parallel for
  for (int thread = 0; thread < 8; thread++)
    part[thread] = 0;
}

void scale(int n, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[(long)i * n + j] *= 2;
}

// CHECK: Costliest loops of sizes that are not known
// CHECK-NEXT: i in scale
// CHECK: Costliest loops
// CHECK: thread in clear
// PAGE: id=ranking
// PAGE: scale
// PAGE: clear
