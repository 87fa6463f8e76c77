/* Vertices of a mesh of triangles move to the middle of their neighbours, with a measure of quality and a step that moves
 * the boundary back, for a number of rounds. The mesh is a square whose vertices have been renumbered at random inside of
 * blocks. SIDE vertices a side, ROUNDS. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 512 };

typedef struct mesh {
  int vertices, triangles, edges;
  double (*at)[2], (*moved)[2];
  int *begin, *neighbour, (*corner)[3];
  unsigned char *is_boundary;
} mesh;

static unsigned draw(unsigned below) {
  static unsigned state = 5;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static int *renumber(int count) {
  int *number = malloc(sizeof *number * (size_t)count);
  for (int v = 0; v < count; v++)
    number[v] = v;
  for (int v = 0; v < count; v++) {
    int block = v / BLOCK * BLOCK, length = block + BLOCK < count ? BLOCK : count - block;
    int other = block + (int)draw((unsigned)length), mine = number[v];
    number[v] = number[other];
    number[other] = mine;
  }
  return number;
}

static void connect(mesh *m, const int *number, int side) {
  static const int steps[6][2] = {{1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}, {1, -1}};
  int *old = malloc(sizeof *old * (size_t)m->vertices);
  for (int v = 0; v < m->vertices; v++)
    old[number[v]] = v;
  m->edges = 0;
  for (int v = 0; v < m->vertices; v++) {
    int x = old[v] % side, y = old[v] / side;
    m->begin[v] = m->edges;
    for (int s = 0; s < 6; s++) {
      int nx = x + steps[s][0], ny = y + steps[s][1];
      if (nx >= 0 && nx < side && ny >= 0 && ny < side)
        m->neighbour[m->edges++] = number[ny * side + nx];
    }
  }
  m->begin[m->vertices] = m->edges;
  free(old);
}

static void make(mesh *m, int side) {
  int count = m->vertices = side * side, *number = renumber(count);
  m->triangles = 2 * (side - 1) * (side - 1);
  m->at = malloc(sizeof *m->at * (size_t)count);
  m->moved = malloc(sizeof *m->moved * (size_t)count);
  m->begin = malloc(sizeof *m->begin * ((size_t)count + 1));
  m->neighbour = malloc(sizeof *m->neighbour * 6 * (size_t)count);
  m->corner = malloc(sizeof *m->corner * (size_t)m->triangles);
  m->is_boundary = malloc((size_t)count);
  for (int y = 0, t = 0; y < side; y++)
    for (int x = 0; x < side; x++) {
      int v = number[y * side + x];
      m->at[v][0] = x + draw(100) / 250.0;
      m->at[v][1] = y + draw(100) / 250.0;
      m->is_boundary[v] = x == 0 || y == 0 || x == side - 1 || y == side - 1;
      if (x == side - 1 || y == side - 1)
        continue;
      int right = number[y * side + x + 1], up = number[(y + 1) * side + x], over = number[(y + 1) * side + x + 1];
      int both[2][3] = {{v, right, up}, {right, over, up}};
      for (int half = 0; half < 2; half++, t++)
        for (int c = 0; c < 3; c++)
          m->corner[t][c] = both[half][c];
    }
  connect(m, number, side);
  free(number);
}

static void smooth(mesh *m) {
#pragma omp parallel for schedule(static, 256)
  for (int v = 0; v < m->vertices; v++) {
    double x = 0, y = 0;
    for (int e = m->begin[v]; e < m->begin[v + 1]; e++) {
      x += m->at[m->neighbour[e]][0];
      y += m->at[m->neighbour[e]][1];
    }
    int degree = m->begin[v + 1] - m->begin[v];
    m->moved[v][0] = m->is_boundary[v] ? m->at[v][0] : x / degree;
    m->moved[v][1] = m->is_boundary[v] ? m->at[v][1] : y / degree;
  }
  double(*old)[2] = m->at;
  m->at = m->moved;
  m->moved = old;
}

static double quality(const mesh *m) {
  double worst = 1;
#pragma omp parallel for reduction(min : worst)
  for (int t = 0; t < m->triangles; t++) {
    const double *a = m->at[m->corner[t][0]], *b = m->at[m->corner[t][1]], *c = m->at[m->corner[t][2]];
    double area = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    double ab = hypot(b[0] - a[0], b[1] - a[1]), bc = hypot(c[0] - b[0], c[1] - b[1]),
           ca = hypot(a[0] - c[0], a[1] - c[1]);
    double q = 3.4641016 * area / (ab * ab + bc * bc + ca * ca);
    worst = q < worst ? q : worst;
  }
  return worst;
}

int main(int argc, char **argv) {
  int side = argc > 1 ? atoi(argv[1]) : 150, rounds = argc > 2 ? atoi(argv[2]) : 4;
  mesh m;
  make(&m, side);
  for (int r = 0; r < rounds; r++) {
    smooth(&m);
    printf("%.6f\n", quality(&m));
  }
  return 0;
}
