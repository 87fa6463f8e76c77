/* OpenMP constructs around worksharing loops. */
#include <stdlib.h>

/* As in omp.h, which not every installation has. */
int omp_get_thread_num(void);
int omp_get_num_threads(void);

void several_loops(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = i;
#pragma omp for nowait
    for (int i = 0; i < n; i++)
      y[i] = x[n - 1 - i];
#pragma omp for schedule(static, 3)
    for (int i = 1; i < n; i++)
      x[i] += y[0];
  }
}

void time_in_region(int steps, int n, double *x, double *y) {
#pragma omp parallel
  for (int t = 0; t < steps; t++) {
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i - 1] + x[i + 1];
#pragma omp for
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i];
  }
}

void inner_worksharing(int n, int m, double (*x)[m], double *y) {
#pragma omp parallel
  for (int i = 0; i < n; i++) {
#pragma omp for
    for (int j = i; j < m; j++)
      x[i][j] = y[j];
  }
}

void one_thread_parts(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp single
    for (int i = 0; i < n; i++)
      y[i] = 1;
#pragma omp master
    y[0] = 2;
#pragma omp for
    for (int i = 0; i < n; i++)
      x[i] = y[i];
    x[n] = 3;
  }
}

void schedule_dynamic(int n, double *x) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

void schedule_dynamic_chunk(int n, int m, double (*x)[m]) {
#pragma omp parallel for schedule(dynamic, 3)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i][j] += 1;
}

void schedule_guided(int n, double *x) {
#pragma omp parallel for schedule(guided)
  for (long i = n; i > 0; i -= 2)
    x[i] += 1;
}

void schedule_runtime(int n, double *x) {
#pragma omp parallel for schedule(runtime)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

void schedule_chunk_symbol(int n, int chunk, double *x) {
#pragma omp parallel for schedule(static, chunk)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

void ordered_loop(int n, double *x) {
#pragma omp parallel for ordered
  for (int i = 1; i < n; i++) {
    x[i] += 1;
#pragma omp ordered
    x[i] += x[i - 1];
  }
}

double reduction(int n, double *x) {
  double sum = 0, most = 0;
#pragma omp parallel for reduction(+ : sum) reduction(max : most)
  for (int i = 0; i < n; i++) {
    sum += x[i];
    most = x[i] > most ? x[i] : most;
  }
  return sum + most;
}

void reduction_array(int n, double *x, double *total) {
  double sums[4] = {0};
#pragma omp parallel for reduction(+ : sums)
  for (int i = 0; i < n; i++)
    sums[i % 4] += x[i];
  for (int k = 0; k < 4; k++)
    total[k] = sums[k];
}

int if_clause(int n, int limit, double *x) {
#pragma omp parallel for if (n > limit) num_threads(3)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
  return n;
}

void first_last_private(int n, double *x) {
  double scale = 3;
  int last = 0;
#pragma omp parallel for firstprivate(scale) lastprivate(last)
  for (int i = 0; i < n; i++) {
    x[i] *= scale;
    last = i;
  }
  x[0] = last;
}

void critical_and_atomic(int n, double *x, double *sum, int *count) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp critical
    *sum += x[i];
#pragma omp atomic
    count[i % 4]++;
#pragma omp atomic
    sum[1] += x[i];
  }
}

void simd_loop(int n, float *x, float *y) {
#pragma omp parallel for simd
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}

void sections_beside(int n, double *x, double *y) {
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      x[0] = 1;
#pragma omp section
      y[0] = 1;
    }
#pragma omp for
    for (int i = 1; i < n; i++)
      x[i] = y[i];
  }
}

void orphan(int n, double *x) {
#pragma omp for schedule(static, 2)
  for (int i = 0; i < n; i++)
    x[i] += 4;
}

void calls_orphan(int n, double *x) {
#pragma omp parallel
  {
    orphan(n, x);
    orphan(n / 2, x + n);
  }
}

void by_thread_number(int n, double *x) {
#pragma omp parallel
  {
    int id = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = id; i < n; i += team)
      x[i] = id;
  }
}

static double kept;
#pragma omp threadprivate(kept)

void thread_private(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    kept += x[i];
    x[i] = kept;
  }
}

void nested_regions(int n, int m, double (*x)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      x[i][j] = i;
  }
}

void tasks(int n, double *x) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
    x[i] = i;
}

void thread_buffers(int n, double *x) {
#pragma omp parallel
  {
    double *row = malloc(n * sizeof *row);
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        row[j] = x[n * i + j];
      for (int j = 1; j < n; j++)
        x[n * i + j] = row[j - 1];
    }
    free(row);
  }
}

void thread_arrays(int n, double *x, double *total) {
#pragma omp parallel
  {
    double row[n];
#pragma omp for reduction(+ : total[ : n])
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        row[j] = x[n * i + j];
      for (int j = 1; j < n; j++)
        total[j] += row[j - 1];
    }
  }
}

/* An array that begins with constants in what each iteration calls. Its copy is one access of the trace and many of the
 * program, one after the other: where three arrays meet in a set of two ways, as stacks lie at random, they miss others. */
static double weighted(double x) {
  _Alignas(512) double weights[12] = {2.7, 2.2, 1.5, 9.8, 5.3, 2.5, 1.0, 3.6, 1.1, 3.1, 0.5, 0.25}, sum = 0;
  for (int k = 0; k < 12; k++)
    sum += weights[k] * (x + k);
  return sum;
}

void thread_constants(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = weighted(x[i]);
}

/* The last iteration does nothing, and is dealt out. */
void thread_without_work(int n, double (*x)[n]) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = k + 1; j < n; j++)
      x[k][j] = 0.5 * x[k][k];
}

int main(void) {
  double *x = calloc(4000, sizeof *x), *y = calloc(4000, sizeof *y);
  int *count = calloc(8, sizeof *count);
  several_loops(20, x, y);
  time_in_region(3, 18, x, y);
  inner_worksharing(7, 9, (void *)x, y);
  one_thread_parts(12, x, y);
  schedule_dynamic(25, x);
  schedule_dynamic_chunk(11, 5, (void *)x);
  schedule_guided(33, x);
  schedule_runtime(14, x);
  schedule_chunk_symbol(27, 4, x);
  ordered_loop(16, x);
  x[0] = reduction(22, x);
  reduction_array(19, x, y);
  if_clause(20, 10, x);
  first_last_private(13, x);
  critical_and_atomic(10, x, y, count);
  simd_loop(40, (void *)x, (void *)y);
  sections_beside(9, x, y);
  calls_orphan(12, x);
  by_thread_number(15, x);
  thread_private(11, x);
  nested_regions(4, 6, (void *)x);
  tasks(5, x);
  thread_buffers(14, x);
  thread_arrays(14, x, y);
  thread_constants(21, x);
  thread_without_work(22, (void *)x);
  return 0;
}
