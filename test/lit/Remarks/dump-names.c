// A file for each function of the unit that has worksharing loops, and only for those.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t/deep/folder %remarks -O2 && ls %t/deep/folder | %FileCheck %s
void first(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

void second(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

int third(int n) { return n; }

// CHECK: first.pme
// CHECK-NEXT: second.pme
// CHECK-NOT: {{.}}
