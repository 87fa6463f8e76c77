/* The columns of a matrix with rows of 256 doubles, put into another order and back: strides of 2 KiB, SIZE elements.
 */
#include "kernel.h"

enum { ROW = 256, ROUNDS = 3 };
const int kernel_default_size = 65536;

static int row_count, *order;
static double *here, *there;

void kernel_prepare(int size) {
  row_count = size / ROW;
  here = place(sizeof *here * (size_t)size);
  there = place(sizeof *there * (size_t)size);
  order = place(sizeof *order * ROW);
  for (int i = 0; i < ROW; i++)
    order[i] = i * 37 % ROW;
}

static void turn(int rows, const int *to_column, const double *from, double *to) {
#pragma omp parallel for
  for (int column = 0; column < ROW; column++)
    for (int row = 0; row < rows; row++)
      to[row * ROW + to_column[column]] = from[row * ROW + column] + 1;
}

void kernel_run(int size) {
  (void)size;
  for (int round = 0; round < ROUNDS; round++) {
    turn(row_count, order, here, there);
    turn(row_count, order, there, here);
  }
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int i = 0; i < row_count * ROW; i++)
    sum += here[i];
  return (uint64_t)sum;
}
