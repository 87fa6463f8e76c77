// Library functions of which it is known what they touch: neither reasons nor assumptions, and bounds behind them stay.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O2 && %check_all

struct shape {
  int rows, columns;
};
int rand(void);
double omp_get_wtime(void);

void kernel(struct shape *s, double *x, double *when) {
#pragma omp parallel for
  for (int i = 0; i < s->rows; i++) {
    when[i] = omp_get_wtime();
    for (int j = 0; j < s->columns; j++)
      x[j] += rand();
  }
}

// CHECK-NOT: reason
// CHECK-NOT: call-ignored
// CHECK: loop i = 0 .. "s->rows" - 1 parallel schedule static at
// CHECK-NOT: reason
// CHECK-NOT: call-ignored
// CHECK: loop j = 0 .. "s->columns" - 1 at
// CHECK-NOT: reason
// CHECK-NOT: call-ignored
