/* Conjugate gradients with a red-black smoother before each step, on a sparse matrix by rows: a grid of SIZE x SIZE
 * unknowns whose rows stand in the order in which a mesh generator might leave them. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static int rows, *begin, *column, *of_colour[2], count_of_colour[2];
static double *value, *x, *b, *r, *p, *q, *z;

static unsigned draw(unsigned below) {
  static unsigned state = 12345;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void *place(size_t bytes) { return aligned_alloc(64, (bytes + 63) / 64 * 64); }

/* Unknown i of the grid has the row number[i]: blocks of 64 stay together, their order is drawn. */
static int *numbering(int n) {
  int blocks = (n + 63) / 64, *order = malloc(sizeof *order * (size_t)blocks);
  int *number = malloc(sizeof *number * (size_t)n), at = 0;
  for (int i = 0; i < blocks; i++)
    order[i] = i;
  for (int i = blocks - 1; i > 0; i--) {
    int j = (int)draw((unsigned)i + 1), kept = order[i];
    order[i] = order[j];
    order[j] = kept;
  }
  for (int i = 0; i < blocks; i++)
    for (int k = 0; k < 64 && order[i] * 64 + k < n; k++)
      number[order[i] * 64 + k] = at++;
  free(order);
  return number;
}

static void add_entry(int row, int col, double entry, int *at) {
  (void)row;
  column[*at] = col;
  value[(*at)++] = entry;
}

static void build(int side) {
  rows = side * side;
  int *number = numbering(rows), *from = malloc(sizeof *from * (size_t)rows), at = 0;
  begin = place(sizeof *begin * ((size_t)rows + 1));
  column = place(sizeof *column * 5 * (size_t)rows);
  value = place(sizeof *value * 5 * (size_t)rows);
  for (int colour = 0; colour < 2; colour++)
    of_colour[colour] = place(sizeof(int) * (size_t)rows);
  for (int i = 0; i < rows; i++)
    from[number[i]] = i;
  for (int row = 0; row < rows; row++) {
    int i = from[row] / side, j = from[row] % side;
    begin[row] = at;
    add_entry(row, row, 4.5, &at);
    if (i > 0)
      add_entry(row, number[from[row] - side], -1, &at);
    if (i < side - 1)
      add_entry(row, number[from[row] + side], -1, &at);
    if (j > 0)
      add_entry(row, number[from[row] - 1], -1, &at);
    if (j < side - 1)
      add_entry(row, number[from[row] + 1], -1, &at);
    of_colour[(i + j) % 2][count_of_colour[(i + j) % 2]++] = row;
  }
  begin[rows] = at;
  free(number);
  free(from);
}

static void vectors(void) {
  double **all[] = {&x, &b, &r, &p, &q, &z};
  for (size_t v = 0; v < sizeof all / sizeof *all; v++)
    *all[v] = place(sizeof(double) * (size_t)rows);
  for (int i = 0; i < rows; i++) {
    x[i] = 0;
    b[i] = r[i] = 1 + i % 7;
    z[i] = p[i] = 0;
  }
}

static void relax(int colour) {
#pragma omp parallel for schedule(static)
  for (int k = 0; k < count_of_colour[colour]; k++) {
    int row = of_colour[colour][k];
    double sum = r[row];
    for (int e = begin[row] + 1; e < begin[row + 1]; e++)
      sum -= value[e] * z[column[e]];
    z[row] = sum / value[begin[row]];
  }
}

static void multiply(void) {
#pragma omp parallel for schedule(static)
  for (int row = 0; row < rows; row++) {
    double sum = 0;
    for (int e = begin[row]; e < begin[row + 1]; e++)
      sum += value[e] * p[column[e]];
    q[row] = sum;
  }
}

static double dot(const double *one, const double *other) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < rows; i++)
    sum += one[i] * other[i];
  return sum;
}

static void smooth(void) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    z[i] = 0;
  relax(0);
  relax(1);
  relax(1);
  relax(0);
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 160, steps = argc > 2 ? atoi(argv[2]) : 5;
  build(side);
  vectors();
  double rho = 1;
  for (int step = 0; step < steps; step++) {
    smooth();
    double before = rho;
    rho = dot(r, z);
    double beta = step ? rho / before : 0;
#pragma omp parallel for
    for (int i = 0; i < rows; i++)
      p[i] = z[i] + beta * p[i];
    multiply();
    double alpha = rho / dot(p, q);
#pragma omp parallel for
    for (int i = 0; i < rows; i++) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
  }
  printf("%g\n", sqrt(dot(r, r)));
  return 0;
}
