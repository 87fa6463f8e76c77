/* Taskloops. One thread makes the tasks and, being alone, runs them. */
#include <stdio.h>
#include <stdlib.h>

void task_each(int n, double *x, double *y) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    x[i] = 2 * y[i];
}

void task_grains(int n, double *x) {
#pragma omp parallel master taskloop grainsize(8)
  for (int i = 3; i < n; i += 2)
    x[i] += x[i - 1];
}

void task_planes(int n, int m, double *x) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop collapse(2) num_tasks(6)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      x[i * m + j] += i + j;
}

void task_rounds(int n, int rounds, double *x, double *y) {
#pragma omp parallel
#pragma omp single
  for (int r = 0; r < rounds; r++) {
    y[0] = r;
#pragma omp taskloop num_tasks(4)
    for (int i = 1; i < n - 1; i++)
      x[i] = y[i - 1] + y[i + 1];
#pragma omp taskloop num_tasks(4)
    for (int i = 1; i < n - 1; i++)
      y[i] = x[i];
    x[0] = r;
  }
}

void task_own(int n, double factor, double *x) {
  double t;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(factor) private(t)
  for (int i = 0; i < n; i++) {
    t = factor * x[i];
    x[n + i] = t;
  }
}

int main(void) {
  int n = 50, m = 7;
  double *x = calloc(2 * n * m, sizeof *x), *y = calloc(n, sizeof *y);
  task_each(n, x, y);
  task_grains(n, x);
  task_planes(n, m, x);
  task_rounds(n, 3, x, y);
  task_own(n, 1.5, x);
  printf("%g\n", x[n - 1] + y[n - 1]);
  free(x);
  free(y);
}
