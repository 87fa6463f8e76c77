/* Threads that ask for their own number. */
#include <stdlib.h>

#include <omp.h>

enum { MOST_THREADS = 64 };

void own_element(int n, double *a, double *sum) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    sum[t] = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
      sum[t] += a[i];
  }
}

void own_row(int n, double *a, double (*part)[16]) {
#pragma omp parallel
  {
    for (int j = 0; j < 16; j++)
      part[omp_get_thread_num()][j] = 0;
#pragma omp for schedule(static, 3)
    for (int i = 0; i < n; i++)
      part[omp_get_thread_num()][i % 16] += a[i];
  }
}

void blocks(int n, double *a, double *sum) {
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    int lo = t * n / nt, hi = (t + 1) * n / nt;
    for (int i = lo; i < hi; i++)
      sum[8 * t] += a[i];
  }
}

void rounded_chunks(int n, double *a) {
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    int chunk = (n + nt - 1) / nt, lo = t * chunk, hi = lo + chunk < n ? lo + chunk : n;
    for (int i = lo; i < hi; i++)
      a[i] *= 2;
  }
}

void in_turn(int n, double *a) {
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    for (int i = t; i < n; i += nt)
      a[i] += 1;
  }
}

void beside_worksharing(int n, double *a, double *sum) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] += 1;
    for (int j = t; j < n; j++)
      sum[t] += a[j];
  }
}

int main(void) {
  int n = 203;
  double *a = calloc(n, sizeof *a), *sum = calloc(8 * MOST_THREADS, sizeof *sum);
  own_element(n, a, sum);
  own_row(n, a, calloc(MOST_THREADS, 16 * sizeof *a));
  blocks(n, a, sum);
  rounded_chunks(n, a);
  in_turn(n, a);
  beside_worksharing(n, a, sum);
  return 0;
}
