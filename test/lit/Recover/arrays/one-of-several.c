// A pointer that a test of numbers chooses is one of several arrays, each in a guard: what it shares with other accesses
// is known. One that data choose, or that may be none, is an array of its own.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int n, int preconditioned, double limit, int has, double *p, double *r, double *z, double *s) {
  const double *direction = preconditioned ? z : r, *data = limit > 0.5 ? z : r, *perhaps = has ? s : 0;
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] += direction[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] += data[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    p[i] += perhaps[i];
}
// CHECK-NOT: array direction
// CHECK: array data element 8
// CHECK: if (-1)*preconditioned, preconditioned at
// CHECK-NEXT: read r @ 8*i
// CHECK: if max((-1)*preconditioned - 1, preconditioned - 1) at
// CHECK-NEXT: read z @ 8*i
// CHECK: loop i
// CHECK-NOT: if
// CHECK: read data @ 8*i
// CHECK: loop i
// CHECK-NOT: if
// CHECK: write p @ 8*i
