// One thread where the condition of an `if` clause does not hold, whatever team is asked for; and curves over sizes.
// RUN: env %corei7 PMECACHE_PARAMS=n=900 PMECACHE_THREADS=8 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=FEW %s
// RUN: env %corei7 PMECACHE_PARAMS=n=9000 PMECACHE_THREADS=8 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=MANY %s
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=SIZES %s
void scale(int n, double *restrict x) {
#pragma omp parallel for if (n > 1000)
  for (int i = 0; i < n; i++)
    x[i] *= 2;
}

// FEW: parallel loop 'i' (1 thread, static)
// MANY: parallel loop 'i' (8 threads, static)
// SIZES: parallel loop 'i' for every n: {{.*}} 0.125 n misses
