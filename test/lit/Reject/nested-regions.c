// A parallel region in another one.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int m, double (*x)[m]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp parallel for schedule(static, 1)
    for (int j = 0; j < m; j++)
      x[i][j] = i;
  }
}

// REMARK: {{.*}}.c:[[#@LINE-8]]:1: remark: a part of parallel loop 'i' is not modelled: this OpenMP construct is not modelled: a parallel region in another one ({{.*}}.c:[[#@LINE-6]]:1); use a worksharing loop [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   reason unsupported-construct at [[#@LINE-8]]:1 "a parallel region in another one"
// CHECK-NEXT:   loop j = 0 .. m - 1 parallel schedule static 1 at
// CHECK-NEXT:     write x @ 8*m*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
