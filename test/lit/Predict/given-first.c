// Values that somebody gave come first; those that the program has itself are not "given".
// RUN: env %corei7 PMECACHE_PARAMS='n=5000' %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_PARAMS='n=5000' %remarks -O2 -g -Werror -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=DETAIL
static void fill(int n, int nx, int ny, int nz, double *a) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < nx; j++)
      for (int k = 0; k < ny; k++)
        a[((long)i * nx + j) * ny + k + nz] = 0;
}

void caller(int n, double *a) { fill(n, 8, 16, 32, a); }

// CHECK: given-first.c:[[#@LINE-9]]:1: remark: parallel loop 'i' (2 threads, static): {{.*}}; for n = 5000, {{.*}}
// DETAIL: assumption: n = 5000 (given)
// DETAIL: assumption: nx = 8 (in the program)
