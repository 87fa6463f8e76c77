// Constructs without a worksharing loop: nothing is claimed of tasks, nothing crashes. (Sections are a loop.)
// A loop whose iterations are tasks, or that makes tasks, is said not to be modelled, and has a row, wherever it stands.
// RUN: %missed -O0 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: %missed -O2 2>&1 | %FileCheck %s --implicit-check-not=remark:
// RUN: env %corei7 PMECACHE_JSON=%t.json %clang -O2 -g -fopenmp %load %s -c -o /dev/null && %FileCheck %s --check-prefix=ROW --input-file=%t.json
// ROW: "name": "tasks"
// ROW: "schedule": "dynamic"
// ROW: "status": "not-modelled"
// ROW: "name": "taskloop"
// ROW: "schedule": "dynamic"
// ROW: "status": "not-modelled"
// ROW: "code": "unsupported-construct"
void tasks(int n, double *x) {
#pragma omp parallel
#pragma omp single
  // CHECK: tasks.c:[[#@LINE+1]]:3: remark: loop 'i' is not modelled: this OpenMP construct is not modelled: task (tasks.c:[[#@LINE+2]]:1)
  for (int i = 0; i < n; i++) {
#pragma omp task
    x[i] = i;
#pragma omp task
    x[i + n] = i;
  }
}

void taskloop(int n, int m, double *x, double *h) {
// CHECK: tasks.c:[[#@LINE+2]]:1: remark: a part of function 'taskloop' is not modelled: this OpenMP construct is not modelled: taskloop (tasks.c:[[#@LINE+3]]:1)
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : h[ : m])
  for (int i = 0; i < n; i++)
    h[i % m] += x[i];
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

static void one(int i, double *x) {
#pragma omp task
  x[i] = i;
}

void called(int n, double *x) {
#pragma omp parallel
#pragma omp single
  // CHECK: tasks.c:[[#@LINE+1]]:3: remark: loop 'i' is not modelled: this OpenMP construct is not modelled: task (tasks.c:[[#@LINE-7]]:1)
  for (int i = 0; i < n; i++)
    one(i, x);
}

int no_loop(int n) {
  int a, b;
#pragma omp task shared(a)
  a = n < 2 ? n : no_loop(n - 1);
#pragma omp task shared(b)
  b = n < 2 ? 0 : no_loop(n - 2);
#pragma omp taskwait
  return a + b;
}
