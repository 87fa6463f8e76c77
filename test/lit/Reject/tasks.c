// Constructs without a worksharing loop: nothing is claimed, nothing crashes.
// A loop whose iterations are tasks is said not to be modelled, and has a row.
// RUN: %missed -O0 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: %missed -O2 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_JSON=%t.json %clang -O2 -g -fopenmp %load %s -c -o /dev/null && %FileCheck %s --check-prefix=ROW --input-file=%t.json
// ROW: "name": "taskloop"
// ROW: "schedule": "dynamic"
// ROW: "status": "not-modelled"
// ROW: "code": "unsupported-construct"
void tasks(int n, double *x) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
    x[i] = i;
}

void taskloop(int n, double *x) {
// CHECK: tasks.c:[[#@LINE+2]]:1: remark: a part of function 'taskloop' is not modelled: this OpenMP construct is not modelled: taskloop (tasks.c:[[#@LINE+3]]:1)
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    x[i] = i;
}

void sections(double *x, double *y) {
#pragma omp parallel sections
  {
#pragma omp section
    x[0] = 1;
#pragma omp section
    y[0] = 1;
  }
}
