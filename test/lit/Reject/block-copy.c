// A block copy of a size that is data: a symbol, taken to be the same each time.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int m, char *x, char *y, int *length) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __builtin_memcpy(x + i * m, y + i * m, length[i]);
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: a part of parallel loop 'i' is not modelled: the value of 'copy.bytes' is not known; give it with PMECACHE_PARAMS='n=100,m=100,copy.bytes=1000' [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   read length @ 4*i at [[#@LINE-5]]:44
// CHECK-NEXT:   loop byte = 0 .. copy.bytes - 1 step 8 at [[#@LINE-6]]:5
// CHECK-NEXT:     read y @ m*i + byte at
// CHECK-NEXT:     write x @ m*i + byte at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
