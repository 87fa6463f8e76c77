// A stride that is a member of a record.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

struct grid {
  int rows, columns;
};

void kernel(const struct grid *restrict g, double *restrict x) {
#pragma omp parallel for
  for (int i = 0; i < g->rows; i++)
    for (int j = 0; j < g->columns; j++)
      x[i * g->columns + j] = 1;
}

// CHECK: loop i = 0 .. "g->rows" - 1 parallel schedule static at
// CHECK: write x @ 8*{{"g->columns"\*i|i\*"g->columns"}} + 8*j at
