// Whether two pointers are the same one is nothing that a size tells: either arm has a number, for every size.
// RUN: env %corei7 OMP_NUM_THREADS=2 %clangxx -O2 -g -fopenmp %load -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
struct Vector {
  int length;
  double *values;
};

double dot(int n, const Vector &x, const Vector &y) {
  double sum = 0, *const a = x.values, *const b = y.values;
  if (a == b) {
// CHECK-DAG: same-object.cpp:[[#@LINE+1]]:1: remark: parallel loop 'i' for every n: {{.*}} 0.125 n misses{{.*}}; at one size: PMECACHE_PARAMS='n=1000'
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += a[i] * a[i];
  } else {
// CHECK-DAG: same-object.cpp:[[#@LINE+1]]:1: remark: parallel loop 'i' for every n: {{.*}} 0.25 n misses{{.*}}; at one size: PMECACHE_PARAMS='n=1000'
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++)
      sum += a[i] * b[i];
  }
  return sum;
}
// CHECK-NOT: values -
