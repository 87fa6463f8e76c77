// The values of a hint are those that the answer took: a mode for which the loop runs, trips that data decide; their meaning is
// said once.
// RUN: env %corei7 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
void filter(int n, int mode, const int *restrict row, const int *restrict column, const double *restrict x,
            double *restrict y) {
  if (mode == 3)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int j = row[i]; j < row[i + 1]; j++)
        for (int k = column[j]; k < column[j + 1]; k++)
          sum += x[k];
      y[i] = sum;
    }
}

// CHECK: size-values.c:[[#@LINE-10]]:1: remark: parallel loop 'i' for every n: {{.*}}; at one size: PMECACHE_PARAMS='{{[^']*}}mode=3{{[^']*}}trips=16{{.*}}' ('j.trips' and 'k.trips' count how often the loops at line [[#@LINE-7]] and line [[#@LINE-6]] go round){{.*}} [-Rpass=pmecache]
