// The size of a vector of bits is the distance of two pointers, in bits, and where in the last word it ends.
//
// RUN: %clangxx -O1 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clangxx -O1 -g -fopenmp %load -c -o /dev/null %s -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
// CHECK-NOT: for every
// CHECK: parallel loop 'u' (2 threads, static):{{.*}} (4.7% of 4000 accesses)
// CHECK-DAG: x.exists = 40 (measured, bits.cpp.tmp.pmeprof)
// CHECK-DAG: x.exists.bytes = 120 (measured, bits.cpp.tmp.pmeprof)
#include <vector>

struct Graph {
  std::vector<bool> exists;
  std::size_t span() const { return exists.size(); }
};

void copy(std::vector<double> &to, const Graph &x, const std::vector<unsigned> &from) {
  std::size_t n = x.span();
#pragma omp parallel for
  for (unsigned u = 0; u < n; ++u)
    to[u] = from[u];
}

int main() {
  Graph x;
  x.exists.resize(1000);
  std::vector<double> to(1000);
  std::vector<unsigned> from(1000);
  copy(to, x, from);
  return to[3] != 0;
}
