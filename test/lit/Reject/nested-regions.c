// A parallel region in another one, where the number of the thread is asked for: there are two.
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK

int omp_get_thread_num(void);

void kernel(int n, int m, double (*x)[m], double (*sums)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int own = omp_get_thread_num();
#pragma omp parallel for
    for (int j = 0; j < m; j++)
      sums[own][j] += x[i][j];
  }
}

// REMARK: a part of parallel loop 'i' is not modelled: this OpenMP construct is not modelled: a parallel region in another one ({{.*}}.c:[[#@LINE-6]]:1)
