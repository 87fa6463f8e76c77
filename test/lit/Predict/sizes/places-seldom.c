// Accesses at places that data choose, of which there are few, leave little open: each makes no more misses than a set
// has lines. Where effort is little (remarks), lines that are touched were the lower bound alone, here 2048.
// RUN: env PMECACHE_MACHINE=corei7 %remarks -O2 -fno-vectorize -Rpass=cache 2>&1 | %FileCheck %s

double kernel(int n, const int *restrict first, const double *restrict x, const double *restrict c) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) {
    sum += x[first[i]];
    for (int j = 0; j < 16384; j++)
      sum += c[j];
  }
  return sum;
}
// CHECK: parallel loop 'i' for every n: {{.*}}; L1 up to 205{{[0-9]}} n misses{{.*}}, no fewer than 20{{[2-4][0-9]}} n;
