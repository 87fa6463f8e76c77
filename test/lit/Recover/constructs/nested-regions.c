// A parallel region in another one has one thread, whatever its clauses say, unless the program asks for more levels.
// RUN: %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, int m, double (*x)[m]) {
#pragma omp parallel for if (n > 4)
  for (int i = 0; i < n; i++) {
#pragma omp parallel for schedule(static, 1) if (n <= 4)
    for (int j = 0; j < m; j++)
      x[i][j] = i;
  }
}

// REMARK: :[[#@LINE-8]]:1: remark: parallel loop 'i' for every n = m: {{.*}}L1 0.125 n^2 misses
// REMARK: :[[#@LINE-7]]:1: remark: parallel loop 'j' for every n = m: {{.*}}L1 0.125 n^2 misses
// CHECK: loop i = 0 .. n - 1 parallel schedule static
// CHECK-NEXT: assume team-size "a region in another one has one thread"
// CHECK-NOT: reason
// CHECK: loop j = 0 .. m - 1 parallel schedule static 1 threads 1 at
// CHECK-NEXT: write x @ 8*m*i + 8*j at
