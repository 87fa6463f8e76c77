// What a loop leaves behind in a local variable, the number of all elements where each row has added its own, is read
// behind the loop; the size of what is filled then is that of the run.
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=VALUE %s < %t.pmeprof
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// VALUE: name "total" value 19900
// CHECK: parallel loop 'k'{{.*}}of 20K accesses
// CHECK-SAME: total = 19900
#include <stdlib.h>

__attribute__((noinline)) double *fill(int rows, const int *count) {
  int total = 0;
  for (int r = 0; r < rows; r++)
    total += count[r];
  double *all = malloc(total * sizeof *all);
#pragma omp parallel for
  for (int k = 0; k < total; k++)
    all[k] = 0;
  return all;
}

int main(void) {
  enum { ROWS = 200 };
  int count[ROWS];
  for (int r = 0; r < ROWS; r++)
    count[r] = r;
  double *all = fill(ROWS, count);
  int is_bad = all[7] != 0;
  free(all);
  return is_bad;
}
