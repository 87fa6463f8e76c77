/* Puts the matrices of triangles together into one by rows: first the columns of each row, then element by element, the
 * place in the row searched, then some steps of Jacobi. SIZE x SIZE squares of two triangles, nodes and triangles in the
 * order of a generator that works in patches. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_IN_ROW = 8 };

static int nodes, triangles, (*corner)[3], *length, *begin, *column, (*wide)[MOST_IN_ROW];
static double (*at)[2], *value, *right, *now, *next;

static unsigned draw(unsigned below) {
  static unsigned state = 31;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static void mesh(int side) {
  int across = side + 1;
  nodes = across * across;
  triangles = 2 * side * side;
  corner = malloc(sizeof *corner * (size_t)triangles);
  at = malloc(sizeof *at * (size_t)nodes);
  for (int i = 0; i < nodes; i++) {
    at[i][0] = i % across + 0.2 * draw(100) / 100;
    at[i][1] = i / across + 0.2 * draw(100) / 100;
  }
  for (int t = 0; t < triangles / 2; t++) {
    int low = t / side * across + t % side;
    int of[2][3] = {{low, low + 1, low + across}, {low + 1, low + across + 1, low + across}};
    memcpy(corner[2 * t], of, sizeof of);
  }
  for (int patch = triangles / 32 - 1; patch > 0; patch--) {
    int other = (int)draw((unsigned)patch + 1), kept[32][3];
    memcpy(kept, corner[patch * 32], sizeof kept);
    memmove(corner[patch * 32], corner[other * 32], sizeof kept);
    memcpy(corner[other * 32], kept, sizeof kept);
  }
}

static void pattern(void) {
  length = calloc((size_t)nodes, sizeof *length);
  wide = malloc(sizeof *wide * (size_t)nodes);
  for (int t = 0; t < triangles; t++)
    for (int a = 0; a < 3; a++)
      for (int b = 0; b < 3; b++) {
        int row = corner[t][a], col = corner[t][b], k = 0;
        while (k < length[row] && wide[row][k] != col)
          k++;
        if (k == length[row])
          wide[row][length[row]++] = col;
      }
  begin = malloc(sizeof *begin * ((size_t)nodes + 1));
  begin[0] = 0;
  for (int i = 0; i < nodes; i++)
    begin[i + 1] = begin[i] + length[i];
  column = malloc(sizeof *column * (size_t)begin[nodes]);
  value = malloc(sizeof *value * (size_t)begin[nodes]);
#pragma omp parallel for
  for (int i = 0; i < nodes; i++)
    for (int k = 0; k < length[i]; k++) {
      column[begin[i] + k] = wide[i][k];
      value[begin[i] + k] = 0;
    }
}

static int place_of(int row, int col) {
  int k = begin[row];
  while (column[k] != col)
    k++;
  return k;
}

static void assemble(void) {
#pragma omp parallel for schedule(static)
  for (int t = 0; t < triangles; t++) {
    const int *of = corner[t];
    double e[3][2], area;
    for (int a = 0; a < 3; a++)
      for (int d = 0; d < 2; d++)
        e[a][d] = at[of[(a + 2) % 3]][d] - at[of[(a + 1) % 3]][d];
    area = 0.5 * (e[0][0] * e[1][1] - e[0][1] * e[1][0]);
    for (int a = 0; a < 3; a++) {
      for (int b = 0; b < 3; b++) {
        double entry = (e[a][0] * e[b][0] + e[a][1] * e[b][1]) / (4 * area) + (a == b ? 0.1 : 0);
        int k = place_of(of[a], of[b]);
#pragma omp atomic
        value[k] += entry;
      }
#pragma omp atomic
      right[of[a]] += area / 3;
    }
  }
}

static void jacobi(void) {
#pragma omp parallel for
  for (int i = 0; i < nodes; i++) {
    double sum = right[i], diagonal = 1;
    for (int k = begin[i]; k < begin[i + 1]; k++)
      if (column[k] == i)
        diagonal = value[k];
      else
        sum -= value[k] * now[column[k]];
    next[i] = sum / diagonal;
  }
}

int main(int argc, char **argv) {
  mesh(argc > 1 ? atoi(argv[1]) : 120);
  int steps = argc > 2 ? atoi(argv[2]) : 4;
  right = calloc((size_t)nodes, sizeof *right);
  now = calloc((size_t)nodes, sizeof *now);
  next = calloc((size_t)nodes, sizeof *next);
  pattern();
  assemble();
  for (int step = 0; step < steps; step++) {
    jacobi();
    double *kept = now;
    now = next;
    next = kept;
  }
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < nodes; i++)
    sum += now[i];
  printf("%g\n", sum);
  return 0;
}
