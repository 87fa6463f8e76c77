// What the run found is known loop by loop, and access by access: the run has no loop of what became a call of memset, and
// none of its accesses, nor the beginnings of the vectors, which the compiled loop reads once; and yet it tells that the
// vectors were in the cache, where the function before had brought them.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -lstdc++ -o %t/run
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t/run.pmeprof %t/run
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t/run.pmeprof PMECACHE_JSON=%t/answers/ %clang -fopenmp %load -O2 -g -c -o /dev/null %s
// RUN: %pmecache report %t/answers | %FileCheck %s
#include <vector>
enum { N = 40000, FEW = 800 };

__attribute__((noinline)) void fill(std::vector<double> &a, std::vector<double> &b) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] = b[i] = i;
}

__attribute__((noinline)) void sum(const std::vector<double> &a, std::vector<double> &b, double *few) {
  for (int i = 0; i < FEW; i++)
    few[i] = 0;
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    b[i] += a[i];
}

int main() {
  std::vector<double> a(N), b(N);
  double *few = new double[FEW];
  fill(a, b);
  sum(a, b, few);
  return b[3] + few[1] < 1;
}

// 10,000 lines of the vectors are in L3, 100 of `few` are not.
// CHECK: 1 {{ *}}10K {{ *}}10K {{ *}}10K  fill
// CHECK: 1 {{ *}}10K {{ *}}10K {{ *}}1{{[0-9][0-9]}}  sum
