// An index that is read from memory; the read itself is modelled.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int *k, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[k[i]] = 0;
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: parallel loop 'i' has bounds only: an address depends on a value loaded from memory: 'k' loaded at line [[#@LINE-3]]; measure it: compile with -g and PMECACHE_INSTRUMENT=irregular, link $(pmecache config --libs), run with PMECACHE_PROFILE_OUT=run.pmeprof, compile with -g and PMECACHE_PROFILE=run.pmeprof [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason indirect-subscript at [[#@LINE-5]]:13 "'k' loaded at line [[#@LINE-5]]"
// CHECK-NEXT:   read k @ 4*i at [[#@LINE-6]]:7
// CHECK-NEXT:   write x scattered 1 @ 0 at [[#@LINE-7]]:13
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
