// Loops that do nothing, regions without loops, loops that never run.
// RUN: %missed -O0
// RUN: %missed -O2
void nothing(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
  }
}

void no_loop(double *x) {
#pragma omp parallel
  x[0] = 1;
}

void never(double *x) {
#pragma omp parallel for
  for (int i = 10; i < 0; i++)
    x[i] = 1;
}

void unreachable(int n, double *x) {
  __builtin_unreachable();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}
