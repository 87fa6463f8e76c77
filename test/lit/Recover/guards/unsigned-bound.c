// A loop of an unsigned counter is entered where its bound is not 0: more than 0, not less as well.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

struct list {
  unsigned count;
};
double other(struct list *s, unsigned k);

void kernel(int n, struct list *s, double *restrict x, const double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (unsigned k = 0; k < s->count; k++) {
      double limit = other(s, k);
      if (y[k] > limit)
        break;
      x[i] += y[k];
    }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: read s @ 0 at
// CHECK-NEXT: if "s->count" - 1 at
// CHECK-NEXT: loop k = 1 .. k.trips
// CHECK-NEXT: read y @ 8*k - 8 at
// CHECK-NEXT: read y @ 8*k - 8 at
// CHECK-NEXT: read x @ 8*i at
// CHECK-NEXT: write x @ 8*i at
// CHECK-NEXT: read s @ 0 at
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
