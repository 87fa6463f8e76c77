// A member that is read in several places, of which the run comes to the last one alone.
//
// RUN: %clangxx -O1 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clangxx -O1 -g -fopenmp %load -c -o /dev/null %s -Rpass-analysis=cache 2>&1 | %FileCheck %s
// CHECK-DAG: vertices = 1000 (measured, members-read.cpp.tmp.pmeprof)
struct Graph {
  int vertices, batch;
  double *u;
  void scale(double by) {
    if (by < 0)
      for (int first = 0; first < vertices; first += batch) {
#pragma omp parallel for
        for (int i = first; i < vertices; i++)
          u[i] *= -by;
      }
    else {
#pragma omp parallel for
      for (int i = 0; i < vertices; i++)
        u[i] *= by;
    }
  }
};

int main() {
  Graph g{1000, 10, new double[1000]()};
  g.scale(2);
  return g.u[3] != 0;
}
