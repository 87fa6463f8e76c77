// The pitch that a small function reads through a pointer is recorded where a region calls it. Of two grids with different
// pitches one instruction reads both: what changes while a region runs is recorded of neither, and is asked for.
//
// RUN: %clangxx -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clangxx -O2 -g -fopenmp %load -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
struct Grid {
  int columns, rows, pitch;
  int id(int i, int j) const { return j * pitch + i; }
};

struct Field {
  const Grid *grid;
  double *cells;
  double &at(int i, int j) { return cells[grid->id(i, j)]; }
};

// CHECK: two-objects.cpp:[[#@LINE+2]]:1: remark: parallel loop 'j' (2 threads, static): {{.*}}pitch = 128
__attribute__((noinline)) void scale(Field *field, int columns, int rows) {
#pragma omp parallel for
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++)
      field->at(i, j) *= 0.5;
}

// CHECK: two-objects.cpp:[[#@LINE+2]]:1: remark: parallel loop 'j' for every
__attribute__((noinline)) void add(Field *field, Field *other, int columns, int rows) {
#pragma omp parallel for
  for (int j = 0; j < rows; j++)
    for (int i = 0; i < columns; i++)
      field->at(i, j) += other->at(i, j);
}

static double cells[128 * 100], others[200 * 100];

int main() {
  Grid grid = {120, 100, 128}, wide = {120, 100, 200};
  Field field = {&grid, cells}, other = {&wide, others};
  scale(&field, 120, 100);
  add(&field, &other, 120, 100);
}
