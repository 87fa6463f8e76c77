// A loop whose end nobody can count.
// RUN: %missed -O0 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check
// RUN: %missed -O2 2>&1 | %FileCheck %s --check-prefix=REMARK --implicit-check-not=remark:
// RUN: %check

void kernel(int n, int m, double (*x)[m], int *found) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int j = 0;
    while (x[i][j] != 0)
      j++;
    found[i] = j;
  }
}

// REMARK: {{.*}}.c:[[#@LINE-9]]:1: remark: a part of parallel loop 'i' is not modelled: the value of 'j.trips' is not known; give it with PMECACHE_PARAMS='n=100,m=100,j.trips=10' ('j.trips' counts how often the loop at line [[#@LINE-6]] goes round) [-Rpass-missed=pmecache]
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK:   loop j = 1 .. j.trips at [[#@LINE-8]]:5
// CHECK:     read x @ 8*m*i + 8*j
// CHECK:   write found @ 4*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
