/* Gradient steps of a factorisation machine without locks: each example reads the rows of its features, then adds to them;
 * popular rows are written by all threads. Examples lie in blocks of a list. SIZE examples of eight features, five rounds. */
#include "kernel.h"

enum { FEATURES = 8, ROW = 8, BLOCKS = 4, ROUNDS = 5 };
const int kernel_default_size = 4096;

typedef struct block {
  int examples;
  const int *feature;
  const double *wanted;
  struct block *next;
} block;

static block *first_block;
static double *row;
static int rows;

void kernel_prepare(int size) {
  rows = size * 2;
  row = place(sizeof *row * (size_t)rows * ROW);
  for (int r = 0; r < rows * ROW; r++)
    row[r] = draw(100) / 1000.0;
  first_block = 0;
  for (int b = 0; b < BLOCKS; b++) {
    int examples = size / BLOCKS;
    int *feature = place(sizeof *feature * (size_t)examples * FEATURES);
    double *wanted = place(sizeof *wanted * (size_t)examples);
    for (int f = 0; f < examples * FEATURES; f++) {
      uint32_t r = draw((uint32_t)rows);
      feature[f] = (int)(draw(2) ? r : r * (uint64_t)r / (uint32_t)rows / 64);
    }
    for (int e = 0; e < examples; e++)
      wanted[e] = draw(2);
    block *own = place(sizeof *own);
    *own = (block){examples, feature, wanted, first_block};
    first_block = own;
  }
}

static double product(const int *feature, const double *rows_of) {
  double sum = 0;
  for (int a = 0; a < FEATURES; a++)
    for (int k = 0; k < ROW; k++)
      sum += rows_of[feature[a] * ROW + k] * rows_of[feature[(a + 1) % FEATURES] * ROW + k];
  return sum;
}

static void learn(const block *from, double *rows_of) {
  for (const block *b = from; b; b = b->next) {
    int examples = b->examples;
    const int *feature = b->feature;
    const double *wanted = b->wanted;
#pragma omp parallel for schedule(static)
    for (int e = 0; e < examples; e++) {
      const int *own = feature + e * FEATURES;
      double step = 0.01 * (wanted[e] - product(own, rows_of));
      for (int a = 0; a < FEATURES; a++)
        for (int k = 0; k < ROW; k++)
          rows_of[own[a] * ROW + k] += step * rows_of[own[(a + 1) % FEATURES] * ROW + k];
    }
  }
}

void kernel_run(int size) {
  (void)size;
  for (int t = 0; t < ROUNDS; t++)
    learn(first_block, row);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int r = 0; r < rows * ROW; r++)
    sum += row[r];
  return (uint64_t)(sum < 0 ? -sum : sum);
}
