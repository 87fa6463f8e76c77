// The clock leaves no time: each loop says so, the compile goes on, and objects are the same.
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=0 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=0 %remarks -O2 -g1 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=100000 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=TIME
double x[1024], y[1024];

void first(int n) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    x[i] = y[i];
}

void second(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    y[i] = 1;
}

// CHECK-NOT: warning: {{.*}}unused
// CHECK: unit-budget.c:8:1: remark: {{.*}}the time for this unit is used up{{.*}}raise the limit: PMECACHE_UNIT_BUDGET=60000
// CHECK: unit-budget.c:14:1: remark: {{.*}}the time for this unit is used up
// CHECK: unit-budget.c: the time for a unit is used up, not all was looked at
// TIME: remark: parallel loop 'i'
// TIME-NOT: used up
