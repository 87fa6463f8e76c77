// A bound that is a product of loop variables.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i * i; j++)
      x[j] = 0;
}

// REMARK: {{.*}}.c:[[#@LINE-6]]:1: remark: parallel loop 'i' is not modelled: a loop bound is not affine in the outer loops: a product of loop variables ({{.*}}.c:[[#@LINE-4]]:5); measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason non-affine-bound at [[#@LINE-6]]:5
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
