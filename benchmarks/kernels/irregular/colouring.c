/* Colours of a graph, each vertex the least one that no neighbour has (Gebremedhin and Manne): all at once, then again
 * those that clash. SIZE vertices, eight edges each, most of them near. */
#include "kernel.h"

enum { DEGREE = 8, COLOURS = 64, NEAR = 200 };
const int kernel_default_size = 32768;

static int *edge, *colour, *open_vertex;
static int vertices;

void kernel_prepare(int size) {
  vertices = size;
  edge = place(sizeof *edge * (size_t)size * DEGREE);
  colour = place(sizeof *colour * (size_t)size);
  open_vertex = place(sizeof *open_vertex * (size_t)size);
  for (int e = 0; e < size * DEGREE; e++)
    edge[e] = e % DEGREE ? (e / DEGREE + 1 + (int)draw(NEAR)) % size : (int)draw((uint32_t)size);
  for (int v = 0; v < size; v++)
    open_vertex[v] = v;
}

static void choose(int count, const int *restrict list, const int *restrict to, int *colours) {
#pragma omp parallel for
  for (int i = 0; i < count; i++) {
    uint64_t taken = 0;
    int v = list[i], free = 1;
    for (int e = v * DEGREE; e < (v + 1) * DEGREE; e++)
      taken |= UINT64_C(1) << colours[to[e]] % COLOURS;
    while (taken >> free & 1)
      free++;
    colours[v] = free;
  }
}

static int find_clashes(int count, const int *restrict to, const int *restrict colours, int *restrict list) {
  int found = 0;
  for (int v = 0; v < count; v++) {
    int clashes = 0;
    for (int e = v * DEGREE; e < (v + 1) * DEGREE; e++)
      clashes |= to[e] < v && colours[to[e]] == colours[v];
    if (clashes)
      list[found++] = v;
  }
  return found;
}

void kernel_run(int size) {
  for (int count = size, round = 0; count && round < 4; round++) {
    choose(count, open_vertex, edge, colour);
    count = find_clashes(size, edge, colour, open_vertex);
  }
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int v = 0; v < vertices; v++)
    sum += (uint64_t)colour[v];
  return sum;
}
