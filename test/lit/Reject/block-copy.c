// A block copy of a size that is data.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int m, char *x, char *y, int *length) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    __builtin_memcpy(x + i * m, y + i * m, length[i]);
}

// REMARK: {{.*}}.c:[[#@LINE-5]]:1: remark: a part of parallel loop 'i' is not modelled: a block copy or fill of a size that is not affine: 'length' loaded at line [[#@LINE-3]]; write it as a loop, or profile it [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason memory-intrinsic at [[#@LINE-5]]:5 "'length' loaded at line [[#@LINE-5]]"
// CHECK-NEXT:   read length @ 4*i at [[#@LINE-6]]:44
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
