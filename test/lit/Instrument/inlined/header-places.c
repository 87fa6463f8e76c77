// A reference of a header is said with the header's name in remarks of a run, as in those of the model, and not as a line of
// the file that the function stands in.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %FileCheck --check-prefix=PROFILE %s < %t.pmeprof
//
// CHECK: measured at n = 20000: {{.*}} reading 'row' (row.h:1:{{[0-9]+}})
// PROFILE-DAG: at 1:{{[0-9]+}} file "{{.*}}row.h" array "row"
// PROFILE-DAG: at [[#@LINE+6]]:{{[0-9]+}} array "to"
#include "Inputs/row.h"

__attribute__((noinline)) static void gather(int n, const double *from, const int *place, double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = at(from, place, i);
}

int main(void) {
  static double from[20000], to[20000];
  static int place[20000];
  for (int i = 0; i < 20000; i++)
    place[i] = i * 7919 % 20000;
  gather(20000, from, place, to);
  return to[7] > 1;
}
