// Sizes that a constructor is given by all calls of the file are known, whatever happens to other members: a vector's
// address goes to functions that are not followed, a member's own to one of another file, an array leads to its elements.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clangxx -O1 -g -fopenmp %load -c %s -o %t.o
// RUN: cat %t/*step*.pme | %FileCheck %s
#include <vector>

void read_from_file(int *to);

class Grid {
  std::vector<double> from, to;
  int nx, ny, scanned, shape[2];

public:
  Grid(int rows, int columns) : from(rows * columns), to(rows * columns), nx(rows), ny(columns), scanned(1) {
    shape[0] = 3;
    shape[1] = 5;
    read_from_file(&scanned);
    read_from_file(&shape[0]);
  }
  // CHECK-DAG: param {{.*}}nx = 512
  // CHECK-DAG: param {{.*}}ny = 256
  // CHECK-DAG: param {{.*}}scanned{{$}}
  // CHECK-DAG: param {{.*}}shape[1]"{{$}}
  __attribute__((noinline)) void step() {
#pragma omp parallel for
    for (int i = 1; i < nx; i++)
      for (int j = 0; j < ny; j++)
        for (int k = 0; k < scanned; k++)
          for (int l = 0; l < shape[1]; l++)
            to[i * ny + j] += from[(i - 1) * ny + j] * k * l;
    from.swap(to);
  }
};

int main() {
  Grid grid(512, 256);
  grid.step();
}
