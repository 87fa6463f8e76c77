/* Breadth-first search from below: each vertex that was not found yet looks for a neighbour that was. Arrays and counts
 * are variables of the file, which the loop reads again and again. SIZE vertices, sixteen edges each. */
#include "../irregular/kernel.h"

enum { DEGREE = 16 };
const int kernel_default_size = 65536;

static int *first_edge, *edge, *level;
static int vertex_count, depth, found;

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

static void step(void) {
  int count = 0;
#pragma omp parallel for reduction(+ : count)
  for (int v = 0; v < vertex_count; v++) {
    if (level[v] >= 0)
      continue;
    for (int e = first_edge[v]; e < first_edge[v + 1]; e++)
      if (level[edge[e]] == depth) {
        level[v] = depth + 1;
        count++;
        break;
      }
  }
  found = count;
}

void kernel_run(int size) {
  (void)size;
  found = 1;
  for (depth = 0; found; depth++)
    step();
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int v = 0; v < vertex_count; v++)
    sum += (uint64_t)(level[v] + 1);
  return sum;
}
