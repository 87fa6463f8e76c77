// Nothing is printed when nothing is asked for: the machine, which takes a while to read, is not looked at then.
// RUN: %remarks -O2 -Wall -Wextra -Werror 2>&1 | %FileCheck %s --allow-empty
// RUN: env PMECACHE_MACHINE=nonsense PMECACHE_PARAMS=n=7,other=8 PMECACHE_THREADS=3 %remarks -O0 -Werror 2>&1 | %FileCheck %s --allow-empty
// RUN: %remarks -O2 -Rpass=inline -Rpass-missed=loop-vectorize 2>&1 | %FileCheck %s --allow-empty --check-prefix=OURS
void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK-NOT: {{.}}
// OURS-NOT: {{=pmecache|pmecache:}}
