// Rows that are sorted: which elements are written data decide, behind branches that the run took less often than the model
// supposes. Lines lost there are in bounds of an inner loop alone: nothing is taken off of the loop around and of the sum.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -lstdc++ -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64' OMP_NUM_THREADS=4 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/../Inputs/sum_of_measured.py %t.json | %FileCheck %s
//
// CHECK: function: as its loops and the rest
#include <algorithm>
#include <utility>
#include <vector>

__attribute__((noinline)) std::vector<int> sort_rows(int n, const std::vector<long> &start,
                                                     const std::vector<int> &of) {
  std::vector<int> all(start[n]);
#pragma omp parallel for
  for (int k = 0; k < n; ++k)
    all[k] = of[start[k]];
#pragma omp parallel for schedule(dynamic, 64)
  for (int i = 0; i < n; ++i)
    std::sort(all.begin() + start[i], all.begin() + start[i + 1]);
  return all;
}

int main(int argc, char **) {
  int n = 4095 + argc;
  std::vector<long> start(n + 1);
  for (int i = 0; i < n; ++i)
    start[i + 1] = start[i] + (i % 16 ? i % 3 : 200);
  std::vector<int> of(start[n] + 1);
  for (long k = 0; k < start[n]; ++k)
    of[k] = k * 7919 % 10007;
  return sort_rows(n, start, of)[3] < 0;
}
