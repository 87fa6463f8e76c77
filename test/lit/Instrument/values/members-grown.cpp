// A size that is read, then grows before a region starts: what the code has read counts.
//
// RUN: %clangxx -O1 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clangxx -O1 -g -fopenmp %load -c -o /dev/null %s -Rpass-analysis=cache 2>&1 | %FileCheck %s
// CHECK: cells.size() = 0 (measured, members-grown.cpp.tmp.pmeprof)
#include <vector>

struct Grid {
  std::vector<int> cells;
  std::vector<double> weights;
};

__attribute__((noinline)) void build(Grid &grid, int n) {
  grid.cells.resize(n);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    grid.cells[i] = i;
}

int main() {
  Grid grid;
  build(grid, 5000);
  return grid.cells[3] != 3;
}
