// What a thread goes through, which a table says by its number, grows with the size: it is no short row of data's.
// RUN: env %corei7 PMECACHE_ADVISE=off %clang -O1 -g1 -fopenmp %load %s -c -o /dev/null -fno-caret-diagnostics -Rpass=cache 2>&1 | %FileCheck %s
extern int omp_get_thread_num(void);

// CHECK: thread-shares.c:[[#@LINE+2]]:1: remark: parallel region by thread 't' for every n = m = i.trips: {{.*}} 0.5 n^2 misses
void rows(const int *start, int m, const double *restrict x, double *restrict y) {
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num();
    for (int i = start[t]; i < start[t + 1]; i++)
      for (int j = 0; j < m; j++)
        y[i] += x[i * m + j];
  }
}

// CHECK: thread-shares.c:[[#@LINE+2]]:1: remark: parallel region by thread 't' for every n = i.trips: {{.*}} 10 n ({{.*}}taken: m = 10;
void steps(const int *first, const int *last, int m, const double *restrict x, const double *restrict y, double *r) {
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num();
    for (int j = 0; j < m; j++) {
      double s = 0;
      for (int i = first[t]; i < last[t]; i++)
        s += y[i] * x[i];
      r[t * 8] += s;
    }
  }
}

// The neighbours of a row are data's.
// CHECK: thread-shares.c:[[#@LINE+2]]:1: remark: parallel region by thread 't' for every n: {{.*}}taken: j.trips = 16
void sparse(int n, const int *count, const double *restrict x, double *restrict y) {
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num();
    for (int i = t * n; i < (t + 1) * n; i++)
      for (int j = 0; j < count[i]; j++)
        y[i] += x[j];
  }
}
