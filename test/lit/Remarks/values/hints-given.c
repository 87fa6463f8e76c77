// Values that were given stay in hints: what is pasted takes the place of the list before.
// RUN: env %corei7 PMECACHE_PARAMS='n=500,other=7' %remarks -O2 -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_PARAMS='n=500,other=7,m=1000' %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=PASTED

void half_given(int n, int m, int other, double *a) {
// CHECK: parallel loop 'i' is not modelled: the value of 'm' is not known; give it with PMECACHE_PARAMS='n=500,other=7,m=1000' [-Rpass-missed=pmecache]
// PASTED: parallel loop 'i' (4 threads, static): {{.*}} for n = 500, m = 1000
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < m; j++)
      a[i * m + j] = other;
}
