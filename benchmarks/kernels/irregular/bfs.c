/* Breadth-first search by levels, over all vertices in each step. SIZE vertices, eight edges each. */
#include "kernel.h"

enum { DEGREE = 8 };
const int kernel_default_size = 32768;

static int *first_edge, *edge, *level;
static int vertex_count;

void kernel_prepare(int size) {
  vertex_count = size;
  first_edge = place(sizeof *first_edge * ((size_t)size + 1));
  edge = place(sizeof *edge * (size_t)size * DEGREE);
  level = place(sizeof *level * (size_t)size);
  for (int v = 0; v < size; v++) {
    first_edge[v + 1] = first_edge[v] + DEGREE;
    level[v] = v ? -1 : 0;
  }
  for (int e = 0; e < size * DEGREE; e++)
    edge[e] = (int)draw((uint32_t)size);
}

/* Several threads may find a vertex: all of them write the same, and each counts it. */
static int step(int vertices, int depth, const int *restrict begin, const int *restrict to, int *levels) {
  int found = 0;
#pragma omp parallel for reduction(+ : found)
  for (int v = 0; v < vertices; v++) {
    if (levels[v] != depth)
      continue;
    for (int e = begin[v]; e < begin[v + 1]; e++)
      if (levels[to[e]] < 0) {
        levels[to[e]] = depth + 1;
        found++;
      }
  }
  return found;
}

void kernel_run(int size) {
  int found = 1;
  for (int depth = 0; found; depth++)
    found = step(size, depth, first_edge, edge, level);
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int v = 0; v < vertex_count; v++)
    sum += (uint64_t)(level[v] + 1);
  return sum;
}
