// A loop behind `side < -3 || side > 0` is there twice: what the run measured is said, not that one is not executed.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -lstdc++ -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_ADVISE=off PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
#include <vector>

static std::vector<double> force(1000, 1);
static std::vector<int> border(400);

__attribute__((noinline)) void clear(std::vector<double> &x, const std::vector<int> &list, int n, int side) {
  if (side < -3 || side > 0) {
// CHECK: instances.cpp:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads, static) measured at {{.*}}; the one with most misses of 2 instances [-Rpass=pmecache]
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      x[list[i]] = 0;
  }
}

int main() {
  for (int i = 0; i < 400; i++)
    border[i] = i * 7 % 1000;
  clear(force, border, 400, (int)force[0]);
  return force[0] != 0;
}
