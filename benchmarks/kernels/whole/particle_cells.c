/* Particles that repel their neighbours: each step counts the particles of each cell, puts them in the order of their
 * cells, goes through the 27 cells around each, and moves them. SIZE particles. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct particle {
  double at[3], speed[3];
} particle;

static int particles, side, cells, *cell_of, *count_in, *begin_of, *order;
static particle *now, *sorted;
static double (*force)[3];

static double draw(void) {
  static unsigned state = 4242;
  state = state * 1664525u + 1013904223u;
  return (double)(state >> 8) / (1 << 24);
}

static int cell_at(const double *at) {
  int c[3];
  for (int d = 0; d < 3; d++)
    c[d] = (int)(at[d] * side) % side;
  return (c[2] * side + c[1]) * side + c[0];
}

static void sort_into_cells(void) {
  memset(count_in, 0, sizeof *count_in * (size_t)cells);
#pragma omp parallel for
  for (int i = 0; i < particles; i++) {
    cell_of[i] = cell_at(now[i].at);
#pragma omp atomic
    count_in[cell_of[i]]++;
  }
  begin_of[0] = 0;
  for (int c = 0; c < cells; c++)
    begin_of[c + 1] = begin_of[c] + count_in[c];
#pragma omp parallel for
  for (int i = 0; i < particles; i++) {
    int left;
#pragma omp atomic capture
    left = --count_in[cell_of[i]];
    order[begin_of[cell_of[i]] + left] = i;
  }
#pragma omp parallel for
  for (int i = 0; i < particles; i++)
    sorted[i] = now[order[i]];
}

static void push(int i, int cell) {
  for (int j = begin_of[cell]; j < begin_of[cell + 1]; j++) {
    double apart[3], square = 1e-9;
    for (int d = 0; d < 3; d++) {
      apart[d] = sorted[i].at[d] - sorted[j].at[d];
      square += apart[d] * apart[d];
    }
    if (j != i && square < 1.0 / (side * side))
      for (int d = 0; d < 3; d++)
        force[i][d] += apart[d] / (square * sqrt(square));
  }
}

static void forces(void) {
#pragma omp parallel for schedule(dynamic, 8)
  for (int c = 0; c < cells; c++) {
    int x = c % side, y = c / side % side, z = c / side / side;
    for (int i = begin_of[c]; i < begin_of[c + 1]; i++) {
      force[i][0] = force[i][1] = force[i][2] = 0;
      for (int dz = -1; dz <= 1; dz++)
        for (int dy = -1; dy <= 1; dy++)
          for (int dx = -1; dx <= 1; dx++)
            push(i, ((z + dz + side) % side * side + (y + dy + side) % side) * side + (x + dx + side) % side);
    }
  }
}

static double move(double step) {
  double energy = 0;
#pragma omp parallel for reduction(+ : energy)
  for (int i = 0; i < particles; i++) {
    particle *it = &sorted[i];
    for (int d = 0; d < 3; d++) {
      it->speed[d] += step * force[i][d];
      it->at[d] += step * it->speed[d];
      it->at[d] -= floor(it->at[d]);
      energy += it->speed[d] * it->speed[d];
    }
  }
  return energy;
}

int main(int argc, char **argv) {
  particles = argc > 1 ? atoi(argv[1]) : 12000;
  int steps = argc > 2 ? atoi(argv[2]) : 2;
  side = (int)cbrt(particles / 4.0);
  cells = side * side * side;
  size_t count = (size_t)particles;
  cell_of = malloc(sizeof *cell_of * count);
  order = malloc(sizeof *order * count);
  count_in = malloc(sizeof *count_in * (size_t)cells);
  begin_of = malloc(sizeof *begin_of * ((size_t)cells + 1));
  now = malloc(sizeof *now * count);
  sorted = malloc(sizeof *sorted * count);
  force = malloc(sizeof *force * count);
  for (int i = 0; i < particles; i++)
    for (int d = 0; d < 3; d++) {
      now[i].at[d] = draw();
      now[i].speed[d] = 0;
    }
  double energy = 0;
  for (int step = 0; step < steps; step++) {
    sort_into_cells();
    forces();
    energy = move(1e-9);
    particle *kept = now;
    now = sorted;
    sorted = kept;
  }
  printf("%g\n", energy);
  return 0;
}
