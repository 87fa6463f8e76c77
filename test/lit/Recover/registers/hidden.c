// What the body of a region reads through pointers, and what is called in it, keeps a compiler from holding sums in
// registers: the clone that programs are recovered from has neither, and must know of them. The compiler itself tells
// what it moves out of which loop.
// RUN: %recover -O2 && cat %t/*.pme | %FileCheck %s --implicit-check-not=kept
// RUN: %clang -O2 -g -fopenmp -Rpass=licm -c -o /dev/null %s 2>&1 | %FileCheck %s --check-prefix=MOVED --implicit-check-not="Moving accesses"
double a[64][1000], sum[64], last;
int count[64];
float x[1000];

// CHECK-LABEL: function f1_shared_scale
void f1_shared_scale(int n, double scale) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      sum[i] += scale * a[i][j];
}

// CHECK-LABEL: function f2_own_scale
// CHECK: read sum @ 8*i kept 1
// CHECK: write sum @ 8*i kept 1
void f2_own_scale(int n, double scale) {
#pragma omp parallel for firstprivate(scale)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      // MOVED: [[#@LINE+1]]:14: remark: Moving accesses
      sum[i] += scale * a[i][j];
}

// The bound is a shared int.
// CHECK-LABEL: function f3_shared_bound
void f3_shared_bound(int n) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      count[i] += a[i][j] > 0;
}

// The copies of reductions are known to the runtime.
// CHECK-LABEL: function f4_reduction
void f4_reduction(int n, double *p) {
  double total = 0;
#pragma omp parallel for reduction(+ : total)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++) {
      p[i] += x[j];
      total += x[j];
    }
  last = total;
}

// CHECK-LABEL: function f5_locked
int crossed;
void f5_locked(int n) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++) {
      sum[i] += a[i][j];
#pragma omp critical
      crossed++;
    }
}

__attribute__((noinline)) static double square(double v) {
  last = v;
  return v * v;
}
// CHECK-LABEL: function f6_called
void f6_called(int n) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      sum[i] += square(a[i][j]);
}

// A pointer that is shared is no number.
// CHECK-LABEL: function f7_shared_pointer
// CHECK: read p @ 8*i kept 1
// CHECK: write p @ 8*i kept 1
void f7_shared_pointer(int n, double *p, float *y) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      // MOVED: [[#@LINE+1]]:12: remark: Moving accesses
      p[i] += y[j];
}
