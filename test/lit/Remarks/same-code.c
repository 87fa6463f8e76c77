// The object file is the same, bit by bit, with and without the plugin, also while it answers. (-Rpass itself makes clang keep places for the
// runtime library: it stands on both sides.)
// RUN: %clang -fopenmp -O0 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -O0 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -g -O0 -Rpass=cache -Rpass-missed=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -g -O0 -Rpass=cache -Rpass-missed=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -O1 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -O1 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -g -O1 -Rpass=cache -Rpass-missed=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -g -O1 -Rpass=cache -Rpass-missed=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -O2 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -O2 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -g -O2 -Rpass=cache -Rpass-missed=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -g -O2 -Rpass=cache -Rpass-missed=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -O3 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -O3 -Rpass=cache -Rpass-analysis=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -g -O3 -Rpass=cache -Rpass-missed=cache -c %s -o %t.0 && env %corei7 PMECACHE_DUMP=%t PMECACHE_JSON=%t.json %clang -fopenmp -g -O3 -Rpass=cache -Rpass-missed=cache -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -O2 -c %s -o %t.0 && env %corei7 PMECACHE_JSON=%t.json %clang -fopenmp -O2 -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -O2 -c %s -o %t.0 && %clang -fopenmp -O2 -c %s -o %t.1 %load && cmp %t.0 %t.1

// Bitcode lists all kinds of metadata that its context knows.
// RUN: %clang -fopenmp -g -O2 -emit-llvm -c %s -o %t.0 && env %corei7 PMECACHE_JSON=%t.json %clang -fopenmp -g -O2 -emit-llvm -c %s -o %t.1 %load && cmp %t.0 %t.1
// RUN: %clang -fopenmp -O2 -flto=thin -c %s -o %t.0 && env %corei7 PMECACHE_JSON=%t.json %clang -fopenmp -O2 -flto=thin -c %s -o %t.1 %load && cmp %t.0 %t.1

int n;
static double sum(int m, const double *y) {
  double s = 0;
  for (int j = 0; j < m; j++)
    s += y[j];
  return s;
}

void kernel(int m, double *x, double (*y)[m]) {
#pragma omp parallel
  {
#pragma omp for schedule(static, 4)
    for (int i = 0; i < n; i++)
      x[i] = sum(m, y[i]);
#pragma omp for schedule(dynamic) collapse(2)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < m; j++)
        y[i][j] += x[i];
  }
}
