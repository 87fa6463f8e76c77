/* A sparse matrix times a vector, with places that are data: the third example of docs/user/tutorial.md. */
#include <stdio.h>
#include <stdlib.h>

#define ROWS 200000
#define PER_ROW 8
static int column[ROWS][PER_ROW];
static double value[ROWS][PER_ROW], x[ROWS], y[ROWS];

static void multiply(void) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = 0; k < PER_ROW; k++)
      sum += value[i][k] * x[column[i][k]];
    y[i] = sum;
  }
}

int main(void) {
  for (int i = 0; i < ROWS; i++)
    for (int k = 0; k < PER_ROW; k++) {
      column[i][k] = rand() % ROWS;
      value[i][k] = k;
    }
  for (int call = 0; call < 3; call++)
    multiply();
  printf("y[1] = %g\n", y[1]);
}
