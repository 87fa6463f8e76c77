// A member that two regions read, of which the run comes to the second one alone.
//
// RUN: %clangxx -O1 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck %s < %t.pmeprof
// CHECK: name "graphs[1].vertices" value 1000 times
#include <cstdlib>

struct Graph {
  int parts, vertices;
  double *u;
};

void scale(Graph *graphs, double by) {
  Graph &g = graphs[1];
  if (by < 0) {
#pragma omp parallel for
    for (int p = 0; p < g.parts; p++)
      for (int i = p; i < g.vertices; i++)
        g.u[i] *= -by;
  } else {
#pragma omp parallel for
    for (int p = 0; p < g.parts; p++)
      for (int i = p; i < g.vertices; i++)
        g.u[i] *= by;
  }
}

int main(int argc, char **argv) {
  Graph g[2] = {{1, 1, nullptr}, {10 * argc, 1000 * argc, new double[1000]()}};
  scale(g, argc);
  return g[1].u[3] != 0;
}
