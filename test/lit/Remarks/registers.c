// A sum that optimised code keeps in a register is hardly shared: remarks and advice are for the program that runs. Where
// the sum stays in memory, the advice is to end it.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 -Werror && grep -E 'kept_loops|as_compiled' %t.json | %FileCheck %s --check-prefix=JSON
double a[64][1000], sum[64];

void kept(void) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 1000; j++)
      sum[i] += a[i][j];
}

void stored(double *s, double *x) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 1000; j++)
      s[i] += x[j];
}

// CHECK: registers.c:[[#@LINE-13]]:1: remark: parallel loop 'i' (4 threads, static,1): {{.*}} about {{[0-9.]+[KM]?( \([^)]*\))?}} [-Rpass=pmecache]
// JSON: "kept_loops": 0
// JSON: "kept_loops": 1
// JSON: "kept_loops": 1
// JSON: "advice_as_compiled": true
// JSON: "advice_as_compiled": false
// CHECK: by false sharing: {{.*}} 's' (
// CHECK-NOT: in a register
// CHECK: remark: parallel loop 'i': use schedule(static{{.*}} false sharing
