// A loop of a template, or of a function that is inlined in several places: its remarks once, with the number of
// instances; the one with the most misses where they differ.
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:

template <typename T, int N> void alike(T *x) {
// CHECK-DAG: instances.cpp:[[#@LINE+1]]:1: remark: parallel loop 'i' (4 threads, static): L3 costs most, with about 126{{.*}}; 3 instances [-Rpass=pmecache]
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++)
    x[i] = N;
}

template <int N> void larger(double *x) {
// CHECK-DAG: instances.cpp:[[#@LINE+1]]:1: remark: parallel loop 'i' (4 threads, static): L3 costs most, with about {{[0-9.]+}} misses ({{.*}} of 3000 accesses){{.*}}; the one with most misses of 3 instances [-Rpass=pmecache]
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++)
    x[i] = 1;
}

template <int N> void gather(double *x, const int *index) {
// CHECK-DAG: instances.cpp:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static): {{.*}}6{{[23] to 106[34]}} misses{{.*}} data choose{{.*}}; 2 instances [-Rpass=pmecache]
// CHECK-DAG: instances.cpp:[[#@LINE+1]]:1: remark: parallel loop 'i' has bounds only: {{.*}} [-Rpass-missed=pmecache]
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1000; i++)
    x[index[i]] = N;
}

void all(double *x, const int *index) {
  alike<double, 1>(x);
  alike<double, 2>(x);
  alike<double, 3>(x);
  larger<1000>(x);
  larger<3000>(x);
  larger<2000>(x);
  gather<1>(x, index);
  gather<2>(x, index);
}
