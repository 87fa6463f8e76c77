// Loops of a library that run lambdas of users are told apart by where these are; what they captured has its own name.
// RUN: rm -rf %t && mkdir %t
// RUN: echo 'template <typename Body> void forall(long begin, long end, Body body) {' > %t/forall.hpp
// RUN: echo '#pragma omp parallel for num_threads(4)' >> %t/forall.hpp
// RUN: echo 'for (long i = begin; i < end; i++) body(i); }' >> %t/forall.hpp
// RUN: echo 'template <typename Body> void wrapped(long n, Body body) { forall(0, n, [=](long i) { body(i); }); }' > %t/wrapped.hpp
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -g -fopenmp -I%t %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_ADVISE=off %clangxx -O2 -gline-tables-only -fopenmp -I%t %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:

#include "forall.hpp"
#include "wrapped.hpp"
// CHECK-DAG: {{.*}}forall.hpp:2:1: remark: parallel loop 'i' for every n: {{.*}} 0.25 n misses{{.*}}; its body is at lambda-bodies.cpp:[[#@LINE+2]] [-Rpass=pmecache]
void copy(long n, const double *__restrict x, double *__restrict y) {
  forall(0, n, [=](long i) { y[i] = x[i]; });
}
// CHECK-DAG: {{.*}}forall.hpp:2:1: remark: parallel loop 'i' for every n: {{.*}}PMECACHE_PARAMS='n=1000'; its body is at lambda-bodies.cpp:[[#@LINE+2]] [-Rpass=pmecache]
void column(long n, const double *__restrict x, double *__restrict y) {
  forall(0, n, [=](long i) {
    double sum = 0;
    for (long j = 0; j < n; j++)
      sum += x[j * n + i];
    y[i] = sum;
  });
}
// CHECK-DAG: {{.*}}forall.hpp:2:1: remark: parallel loop 'i' for every end: {{.*}} 0.125 end misses{{.*}}; its body is at lambda-bodies.cpp:[[#@LINE+3]] [-Rpass=pmecache]
struct fill {
  double *x;
  void operator()(long i) const { x[i] = 1; }
};
void functor(long n, double *x) { forall(0, n, fill{x}); }
// CHECK-DAG: {{.*}}forall.hpp:2:1: remark: parallel loop 'i' for every n: {{.*}} 0.063 n misses{{.*}}; its body is at lambda-bodies.cpp:[[#@LINE+2]] [-Rpass=pmecache]
void behind(long n, float *x) {
  wrapped(n, [=](long i) { x[i] = 1; });
}
// A lambda around the pragma is no body.
// CHECK-DAG: lambda-bodies.cpp:[[#@LINE+3]]:1: remark: parallel loop 'i' for every n: {{.*}}PMECACHE_PARAMS='n=1000' [-Rpass=pmecache]
void around(long n, double *__restrict x) {
  auto all = [=] {
#pragma omp parallel for num_threads(4)
    for (long i = 0; i < n; i++)
      x[i] = 1;
  };
  all();
}
