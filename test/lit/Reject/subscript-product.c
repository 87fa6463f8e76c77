// A product of loop variables is not an affine subscript.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i * i] = 0;
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: parallel loop 'i' is not modelled: an address is not an affine function of the loops: a product of loop variables ({{.*}}.c:[[#@LINE-3]]:14); measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason non-affine-subscript at [[#@LINE-5]]:14
// CHECK-NEXT:   write x scattered 1 @ 0 at [[#@LINE-6]]:14
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
