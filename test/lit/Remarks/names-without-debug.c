// Without -g symbols and variables still have their names, as far as the compiler keeps them.
// RUN: env %corei7 %clang -fopenmp %load -O2 -c -o /dev/null %s -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=MISSED
// RUN: env %corei7 PMECACHE_PARAMS=n=1000 %clang -fopenmp %load -O2 -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 PMECACHE_PARAMS=n=1000 %clang -fopenmp %load -O0 -c -o /dev/null %s -Rpass=cache 2>&1 | %FileCheck %s
void kernel(int n, double *x) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// MISSED: {{.*}}names-without-debug.c:[[#@LINE-5]]:1: remark: parallel loop 'i' is not modelled: the value of 'n' is not known; give it with PMECACHE_PARAMS='n=1000'
// CHECK: {{.*}}names-without-debug.c:[[#@LINE-6]]:1: remark: parallel loop 'i' (4 threads, static): L3 costs most, with about 12{{.}} misses ({{1[23]}}% of 1000 accesses), 100% of them writing 'x'

// A macro that is the whole body is no variable.
#define BODY x[i] = 1
// MISSED: {{.*}}names-without-debug.c:[[#@LINE+3]]:1: remark: parallel loop 'i' is not modelled
// CHECK: {{.*}}names-without-debug.c:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static)
void macro(int n, double *x) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++) {
    BODY;
  }
}

// A member that the source reads through a macro of the object is called as there; of a product that stands nowhere
// else one factor is the size.
typedef struct {
  double *data;
  int size, vectors;
} vector;
#define VectorSize(v) ((v)->size)
// MISSED: {{.*}}names-without-debug.c:[[#@LINE+3]]:1: remark: parallel loop 'i' is not modelled: values of symbols are not known; give them with PMECACHE_PARAMS='VectorSize(v)=1000,v->vectors=1000'
void set(vector *v, double *x) {
  int size = VectorSize(v) * v->vectors;
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < size; i++)
    x[i] = 1;
}
