// A region whose threads share the work out by their numbers is measured as a loop over them: it was told to be
// measured, whatever a run had measured. Its threads may ask for the number in a function that they call.
//
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s --check-prefix=SHOW
//
// CHECK-NOT: measure it
// CHECK-DAG: region-by-thread.c:35:1: remark: parallel region by thread 'me' (2 threads) measured at {{.*}} of 180K accesses)
// CHECK-DAG: region-by-thread.c:44:1: remark: parallel region by thread '{{.*}}' (2 threads) measured at {{.*}} of 60K accesses)
// SHOW-DAG: parallel loop omp_get_thread_num() at 35:1: entered 3 times, 6 iterations, 180K accesses
// SHOW-DAG: parallel loop i at 38:5: entered 3 times, 60.0K iterations, 180K accesses
//
// Rows that threads share out are dealt out to another team. Where data and numbers decide together no run of one thread
// tells who does what.
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.one.pmeprof %t.exe
// RUN: %pmecache profile predict %t.one.pmeprof --machine corei7 --threads 4 | %FileCheck %s --check-prefix=TEAM
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.one.pmeprof %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=OTHER
//
// TEAM: parallel loop omp_get_thread_num() at {{.*}}region-by-thread.c:35:1, 4 threads, static, 1 iteration, 3 executions
// TEAM: parallel loop omp_get_thread_num() at {{.*}}region-by-thread.c:44:1, 4 threads, {{.*}}not modelled
// TEAM-NEXT: a run of one thread does not tell what each thread of another team does
// OTHER: region-by-thread.c:35:1: remark: parallel region by thread 'me' (4 threads) from a run of 1 thread
// OTHER-NOT: from a run of 1 thread
// OTHER-NOT: never came here
int omp_get_thread_num(void), omp_get_num_threads(void);
#include <stdlib.h>

enum { N = 20000 };

__attribute__((noinline)) static int is_mine(int i) { return i / (N / omp_get_num_threads()) == omp_get_thread_num(); }

__attribute__((noinline)) void gather(int n, const int *at, const double *x, double *y) {
#pragma omp parallel
  {
    int me = omp_get_thread_num(), rows = n / omp_get_num_threads();
    for (int i = me * rows; i < (me + 1) * rows; i++)
      y[i] = x[at[i]];
  }
}

__attribute__((noinline)) void gather_mine(int n, const int *at, const double *x, double *y) {
#pragma omp parallel
  for (int i = 0; i < n; i++)
    if (is_mine(i))
      y[i] = x[at[i]];
}

int main(void) {
  int *at = malloc(N * sizeof *at);
  double *x = calloc(N, sizeof *x), *y = calloc(N, sizeof *y);
  for (int i = 0; i < N; i++)
    at[i] = (i * 7919L) % N;
  for (int round = 0; round < 3; round++)
    gather(N, at, x, y);
  gather_mine(N, at, x, y);
  return y[3] != 0;
}
