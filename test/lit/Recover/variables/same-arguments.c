// A vector that is given for two is one array. A function that calls of this file, or of other ones, give two vectors as
// well has a program for each, and a remark says most.
// RUN: rm -rf %t && mkdir %t
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_DUMP=%t %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: cat %t/norm.pme %t/apart.pme | %FileCheck %s --check-prefix=OWN
// RUN: cat %t/dot.pme %t/dot.way.same1.pme | %FileCheck %s --check-prefix=DOT
// RUN: ls %t | %FileCheck %s --check-prefix=FILES
// FILES-NOT: apart.way
// FILES-NOT: norm.way
typedef struct {
  int length;
  double *data;
} Vector;

// CHECK-DAG: same-arguments.c:[[#@LINE+7]]:1: remark: parallel loop 'i' for every n: {{.*}} 0.25 n misses{{.*}}; the one with most misses of 2 instances
// DOT: function dot
// DOT: read x @ 8*i
// DOT-NEXT: read y @ 8*i
// DOT: function dot.way.same1
static __attribute__((noinline)) double dot(int n, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

// CHECK-DAG: same-arguments.c:[[#@LINE+6]]:1: remark: parallel loop 'i' for every n = x->length: {{.*}} 0.125 n misses{{.*}}
// OWN: function norm
// OWN: read [[A:.*]] @ 8*i
// OWN-NEXT: read [[A]] @ 8*i
static __attribute__((noinline)) double norm(Vector *x, Vector *y) {
  double sum = 0, *a = x->data, *b = y->data;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < x->length; i++)
    sum += a[i] * b[i];
  return sum;
}

// What is allocated twice, or changes in between, is not one.
// OWN: function apart
// OWN: read x @ 8*i
// OWN-NEXT: read y @ 8*i
static __attribute__((noinline)) double apart(int n, const double *x, const double *y) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += x[i] * y[i];
  return sum;
}

double *make(void);

double all(int n, Vector *v, double *p, double *q) {
  return dot(n, v->data, v->data) + dot(n, p, q) + norm(v, v) + apart(n, make(), make()) + apart(n, p++, p);
}
