// Work that threads share out by their numbers in a way that cannot be read: one line says why. What only prints the
// number is not spoken of.
// RUN: %missed -O0 2>&1 | %FileCheck %s
// RUN: %missed -O2 2>&1 | %FileCheck %s
int printf(const char *, ...);
int omp_get_thread_num(void);
int next(int);

void work_list(int n, double *x) {
// CHECK: thread-number.c:[[#@LINE+1]]:1: remark: parallel region by thread 'thread' is not modelled: an address is not an affine function of the loops: {{.*}}; also a call to code that is not visible here may touch memory: next ({{.*}}.c:[[#@LINE+4]]:17)
#pragma omp parallel
  {
    int i;
    while ((i = next(omp_get_thread_num())) < n)
      x[i] = 0;
  }
}

void starts(double *x, const int *start) {
// CHECK: thread-number.c:[[#@LINE+1]]:1: remark: a part of parallel region by thread 't' is not modelled: the value of 'i.trips' is not known;
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    for (int i = start[t]; i < start[t + 1]; i++)
      x[i] = t;
  }
}

void halves(int n, double *x) {
// CHECK: thread-number.c:[[#@LINE+1]]:1: remark: parallel region by thread 't' has bounds only: an address is not an affine function of the loops: a value depends on the thread's number ({{.*}}.c:[[#@LINE+5]]:26);
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    for (int i = 0; i < n; i++)
      x[(t & 1) * n + i] = t;
  }
}

void inside(int n, double *x) {
// CHECK: thread-number.c:[[#@LINE+1]]:1: remark: parallel loop 'i' is not modelled: a loop bound is not affine in the outer loops: the bound depends on the thread's number ({{.*}}.c:[[#@LINE+3]]:5);
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = omp_get_thread_num(); j < n; j++)
      x[j] += i;
}

void hello(void) {
// CHECK-NOT: remark:
#pragma omp parallel
  printf("%d\n", omp_get_thread_num());
}
