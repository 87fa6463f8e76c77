// A bound in a record: the symbol is called as the source calls it.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

struct grid {
  int rows, columns;
};

void kernel(const struct grid *g, double *restrict x) {
#pragma omp parallel for
  for (int i = 0; i < g->rows; i++)
    x[i] = 1;
}

// CHECK: param "g->rows"
// CHECK: loop i = 0 .. "g->rows" - 1 parallel schedule static at
// CHECK:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
