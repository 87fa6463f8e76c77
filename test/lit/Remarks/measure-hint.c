// What the hint says is all that is needed: with it the program links, and the next compile has the numbers and asks
// for nothing more. It is said once a compile, by whatever kind of remark is shown; no loop is left out in silence.
// RUN: env %corei7 %remarks -O2 -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=HINT
// RUN: env %corei7 %remarks -O2 -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=HINT
// RUN: env %corei7 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=BOTH
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=POINTER
// RUN: env %corei7 PMECACHE_INSTRUMENT=irregular %clang -O2 -g -fopenmp %load_options %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=DONE --implicit-check-not="measure it" --implicit-check-not="not modelled"
// RUN: env %corei7 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass-missed=cache > %t.said 2>&1
// RUN: %not grep remark: %t.said
#include <stdlib.h>

// HINT: .c:[[#@LINE+5]]:1: remark: {{.*}}not modelled: {{.*}}'column' loaded at line {{[0-9]+}}{{.*}}; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [
// BOTH: .c:[[#@LINE+4]]:1: remark: parallel loop 'i' for every n: L3{{.*}} up to {{.*}}, no fewer than
// POINTER: .c:[[#@LINE+3]]:1: remark: parallel loop 'i' {{.*}} of the accesses are at places that data choose, and may each miss or hit (a run tells: PMECACHE_INSTRUMENT=irregular); at one size: PMECACHE_PARAMS='n=1000,k.trips=16' {{.*}}[-Rpass=pmecache]
// DONE: .c:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static) from a run of 1 thread at n = 5000
__attribute__((noinline)) void product(int n, const int *row, const int *column, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int k = row[i]; k < row[i + 1]; k++)
      y[i] += x[column[k]];
}

// HINT: .c:[[#@LINE+5]]:1: remark: {{.*}}not modelled: {{.*}}; measure it, as said above [
// BOTH: .c:[[#@LINE+4]]:1: remark: {{.*}}not modelled: {{.*}}; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link
// POINTER: .c:[[#@LINE+3]]:1: remark: parallel loop 'i' is not modelled; -Rpass-missed=cache says why, and what to do [-Rpass=pmecache]
// DONE: .c:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static) from a run of 1 thread at n = 5000
__attribute__((noinline)) void square(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[(i * i) % 977] = 1;
}

int main(int argc, char **argv) {
  const int N = 5000 * argc; /* not a size that the file gives */
  (void)argv;
  int *row = calloc(N + 1, sizeof *row), *column = calloc(N, sizeof *column);
  double *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
  for (int i = 0; i < N; i++) {
    row[i + 1] = i + 1;
    column[i] = i * 7 % N;
  }
  product(N, row, column, x, y);
  square(N, x);
  return y[1] != 0;
}
