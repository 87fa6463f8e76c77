// Arrays that an iteration declares or allocates, and gives back: the next one gets the same memory. What grows from
// iteration to iteration, or is kept, does not stay where it is.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O2 && %FileCheck %s --check-prefix=HEAP --input-file=%t/heap.pme
// RUN: %recover -O2 && %FileCheck %s --check-prefix=GROWS --input-file=%t/grows.pme
// RUN: %recover -O2 && %FileCheck %s --check-prefix=KEPT --input-file=%t/kept.pme
// RUN: %recover -O2 && %FileCheck %s --check-prefix=ROUNDS --input-file=%t/rounds.pme
// RUN: %recover -O2 && %FileCheck %s --check-prefix=BLOCKS --input-file=%t/blocks.pme
#include <stdlib.h>

void kernel(int n, int m, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double row[m];
    for (int j = 0; j < m; j++)
      row[j] = x[i];
    y[i] = row[m - 1 - i];
  }
}

// CHECK: array row element 8 extents m align 16 private
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: loop j = 0 .. m - 1 at
// CHECK-NEXT: read x @ 8*i at
// CHECK-NEXT: write row @ 8*j at
// CHECK-NEXT: end
// CHECK-NEXT: read row @ 8*m - 8*i - 8 at
// CHECK-NEXT: write y @ 8*i at
// CHECK-NEXT: end

void heap(int n, int m, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *row = malloc(m * sizeof *row);
    for (int j = 0; j < m; j++)
      row[j] = x[i];
    y[i] = row[m - 1 - i];
    free(row);
  }
}

// HEAP: array row element 8 heap private
// HEAP: assume same-memory "'row'"
// HEAP: write row @ 8*j at
// HEAP: read row @ 8*m - 8*i - 8 at

void grows(int n, const double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double row[i + 1];
    for (int j = 0; j <= i; j++)
      row[j] = x[j];
    y[i] = row[i];
  }
}

// GROWS: reason non-affine-subscript {{.*}} "'row' changes in the loop"

void kept(int n, int m, const double *x, double **y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double *row = malloc(m * sizeof *row);
    for (int j = 0; j < m; j++)
      row[j] = x[i];
    y[i] = row;
  }
}

// KEPT: reason non-affine-subscript {{.*}} "'row' changes in the loop"

// One for the whole team, in each round.
void rounds(int n, int m, const double *x, double *y) {
  for (int t = 0; t < m; t++) {
    double *next = malloc(n * sizeof *next);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      next[i] = x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = next[i];
    free(next);
  }
}

// ROUNDS: array next element 8{{( heap( unmapped)?| align [0-9]+)?$}}
// ROUNDS: write next @ 8*i at
// ROUNDS: read next @ 8*i at

// As much of it as a table says for each block: taken to be the same, as the rounds of the loops are.
void blocks(int levels, const int *first, const double *x, double *y) {
  for (int b = 0; b < levels; b++) {
    int n = first[b + 1] - first[b];
    double *next = malloc(n * sizeof *next);
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      next[i] = x[i];
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      y[i] = next[i];
    free(next);
  }
}

// BLOCKS: array next element 8{{( heap( unmapped)?| align [0-9]+)?$}}
// BLOCKS: assume same-memory "'next'"
// BLOCKS: write next @ 8*i at
// BLOCKS: read next @ 8*i at
// BLOCKS-NOT: reason
