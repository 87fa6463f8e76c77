// Threads that share rows of a sparse matrix out by their numbers: for another team than the run's the model answers, with
// the rounds that the run counted; it asked for them. What each thread goes through once is a part of what one went through.
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
#include <stdlib.h>
int omp_get_num_threads(void);
int omp_get_thread_num(void);

struct rows {
  int count, *first;
  double *value;
};

__attribute__((noinline)) void sums(const struct rows *a, double *sum) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num();
    int from = own * (a->count / team), to = own == team - 1 ? a->count : from + a->count / team;
    for (int i = from; i < to; i++) {
      double s = 0;
      for (int k = a->first[i]; k < a->first[i + 1]; k++)
        s += a->value[k];
      sum[i] = s;
    }
  }
}

__attribute__((noinline)) void scale(const struct rows *a, double *value) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num(), from = own * (a->count / team);
    for (int k = a->first[from]; k < a->first[from + a->count / team]; k++)
      value[k] *= 2;
  }
}

int main(void) {
  enum { ROWS = 4000, LENGTH = 6 };
  struct rows a = {ROWS, calloc(ROWS + 1, sizeof(int)), calloc(ROWS * LENGTH, sizeof(double))};
  double *sum = calloc(ROWS, sizeof *sum);
  for (int i = 0; i <= ROWS; i++)
    a.first[i] = i * LENGTH;
  sums(&a, sum);
  scale(&a, a.value);
  return sum[3] != 0;
}

// CHECK-NOT: for every
// CHECK-DAG: rounds-by-number.c:16:1: remark: parallel region by thread 'own' (4 threads){{.*}} misses {{.*}}k.trips = 6
// CHECK-DAG: rounds-by-number.c:30:1: remark: parallel region by thread 'own' (4 threads){{.*}} of 120K accesses){{.*}}k.trips = 6000
