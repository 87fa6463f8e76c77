/* Particles leave their charge in the corners of their cell of a grid, half sorted by cell as after some steps of a
 * particle-in-cell code; then they move. 8 * SIZE particles, SIZE cells in rows of 64. */
#include "kernel.h"

enum { PARTICLES_PER_CELL = 8, ROW = 64, DRIFT = 3 };
const int kernel_default_size = 16384;

static float *x, *y, *grid;
static int particles, grid_rows;

void kernel_prepare(int size) {
  particles = size * PARTICLES_PER_CELL;
  grid_rows = size / ROW + 2;
  x = place(sizeof *x * (size_t)particles);
  y = place(sizeof *y * (size_t)particles);
  grid = place(sizeof *grid * (size_t)grid_rows * (ROW + 1));
  for (int p = 0; p < particles; p++) {
    int cell = p / PARTICLES_PER_CELL, row = cell / ROW + (int)draw(2 * DRIFT + 1) - DRIFT;
    row = row < 0 ? 0 : row > grid_rows - 2 ? grid_rows - 2 : row;
    x[p] = (float)(cell % ROW) + (float)draw(100) / 101.0f;
    y[p] = (float)row + (float)draw(100) / 101.0f;
  }
}

static void deposit(int count, const float *restrict px, const float *restrict py, float *cells) {
#pragma omp parallel for
  for (int p = 0; p < count; p++) {
    int column = (int)px[p], row = (int)py[p];
    float right = px[p] - (float)column, up = py[p] - (float)row;
    float *corner = cells + row * (ROW + 1) + column;
#pragma omp atomic
    corner[0] += (1 - right) * (1 - up);
#pragma omp atomic
    corner[1] += right * (1 - up);
#pragma omp atomic
    corner[ROW + 1] += (1 - right) * up;
#pragma omp atomic
    corner[ROW + 2] += right * up;
  }
}

static void push(int count, const float *restrict cells, int rows, float *restrict px, float *restrict py) {
#pragma omp parallel for
  for (int p = 0; p < count; p++) {
    int column = (int)px[p], row = (int)py[p];
    const float *corner = cells + row * (ROW + 1) + column;
    float next = py[p] + (corner[ROW + 1] - corner[0]) * 0.001f;
    py[p] = next<0 ? 0 : next>(float)(rows - 2) ? (float)(rows - 2) : next;
    px[p] += (corner[1] > corner[0] ? 0.25f : -0.25f) * (px[p] > 1 && px[p] < ROW - 1);
  }
}

void kernel_run(int size) {
  (void)size;
  for (int step = 0; step < 2; step++) {
    deposit(particles, x, y, grid);
    push(particles, grid, grid_rows, x, y);
  }
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int c = 0; c < grid_rows * (ROW + 1); c++)
    sum += grid[c];
  return (uint64_t)sum;
}
