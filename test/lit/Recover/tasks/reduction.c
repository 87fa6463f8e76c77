// What each thread adds up is its own, and in a register; of an array it is at places that the runtime alone knows.
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=MISSED
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

double kernel(int n, double *x) {
  double s = 0;
#pragma omp parallel master taskloop reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

void counts(int n, int m, int *x, int *h) {
// MISSED: reduction.c:[[#@LINE+1]]:1: remark: {{.*}}this OpenMP construct is not modelled: taskloop
#pragma omp parallel master taskloop reduction(+ : h[ : m])
  for (int i = 0; i < n; i++)
    h[x[i]]++;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule dynamic {{.*}} tasks
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT: end
