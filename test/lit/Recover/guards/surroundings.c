// What cannot be read beside parallel loops and around them is left out, and takes no answer from them.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: env PMECACHE_MACHINE=corei7 PMECACHE_PARAMS=n=1000 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=REMARK

int scan(const char *, void *);

void kernel(int n, double *x, const char *text, int *table) {
  int value, position = 0;
  while (scan(text, &value))
    table[position += value] = value;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 0;
}

// CHECK:      assume around-left-out "line 10
// CHECK:      loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// REMARK-NOT: not modelled
// REMARK: parallel loop 'i'{{.*}}:
// REMARK-NOT: not modelled
