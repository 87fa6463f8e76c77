// Nothing is printed when nothing is asked for, whatever is in the environment.
// RUN: %remarks -O2 -Wall -Wextra -Werror 2>&1 | %FileCheck %s --allow-empty
// RUN: env PMECACHE_MACHINE=nonsense PMECACHE_PARAMS== PMECACHE_THREADS=x %remarks -O0 -Werror 2>&1 | %FileCheck %s --allow-empty
// RUN: %remarks -O2 -Rpass=inline -Rpass-missed=loop-vectorize 2>&1 | %FileCheck %s --allow-empty --check-prefix=OURS
void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK-NOT: {{.}}
// OURS-NOT: {{=pmecache|pmecache:}}
