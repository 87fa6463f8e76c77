// Constructs without a worksharing loop: nothing is claimed, nothing crashes.
// RUN: %missed -O0
// RUN: %missed -O2
void tasks(int n, double *x) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
    x[i] = i;
}

void taskloop(int n, double *x) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    x[i] = i;
}

void sections(double *x, double *y) {
#pragma omp parallel sections
  {
#pragma omp section
    x[0] = 1;
#pragma omp section
    y[0] = 1;
  }
}
