// With line tables alone lambdas and accessors have one name: what differs between the instances of a loop is a lambda.
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -gline-tables-only -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=WHOLE

template <typename Body> void forall(long begin, long end, Body body) {
#pragma omp parallel for num_threads(4)
  for (long i = begin; i < end; i++)
    body(i);
}
// CHECK-DAG: lambda-same-file.cpp:6:1: remark: parallel loop 'i' for every n: {{.*}} 0.25 n misses{{.*}}; its body is at lambda-same-file.cpp:[[#@LINE+3]] [-Rpass=pmecache]
// WHOLE-DAG: lambda-same-file.cpp:6:1: {{.*}} 0.25 n misses{{.*}}; its body is at lambda-same-file.cpp:[[#@LINE+2]] [-Rpass=pmecache]
void copy(long n, const double *__restrict x, double *__restrict y) {
  forall(0, n, [=](long i) { y[i] = x[i]; });
}
// CHECK-DAG: lambda-same-file.cpp:6:1: remark: parallel loop 'i' for every n: {{.*}} 0.125 n misses{{.*}}; its body is at lambda-same-file.cpp:[[#@LINE+3]] [-Rpass=pmecache]
// WHOLE-DAG: lambda-same-file.cpp:6:1: {{.*}} 0.125 n misses{{.*}}; its body is at lambda-same-file.cpp:[[#@LINE+2]] [-Rpass=pmecache]
void fill(long n, double *__restrict x) {
  forall(0, n, [=](long i) { x[i] = 1; });
}

// An accessor that all instances have is no body.
template <typename T> struct row {
  T *at;
  T &operator()(long i) { return at[i]; }
};
// CHECK-DAG: lambda-same-file.cpp:[[#@LINE+2]]:1: remark: parallel loop 'i' for every n: {{.*}}; the one with most misses of 2 instances [-Rpass=pmecache]
template <typename T> void clear(long n, row<T> x) {
#pragma omp parallel for num_threads(4)
  for (long i = 0; i < n; i++)
    x(i) = 0;
}
template void clear(long, row<double>);
template void clear(long, row<float>);
