/* SIZE rounds over a graph of 20,000 vertices with 0 to 15 edges: each vertex takes the mean of its neighbours. The run
 * gets longer with SIZE, not what it touches. */
#include "../irregular/kernel.h"

const int kernel_default_size = 10;
enum { VERTICES = 20000, MOST_EDGES = 16 };

static int *first_edge, *edge;
static double *value[2];

void kernel_prepare(int size) {
  (void)size;
  first_edge = place(sizeof *first_edge * (VERTICES + 1));
  edge = place(sizeof *edge * VERTICES * MOST_EDGES);
  for (int v = 0; v < VERTICES; v++)
    first_edge[v + 1] = first_edge[v] + (int)draw(MOST_EDGES);
  for (int e = 0; e < first_edge[VERTICES]; e++)
    edge[e] = (int)draw(VERTICES);
  for (int side = 0; side < 2; side++)
    value[side] = place(sizeof *value[side] * VERTICES);
  for (int v = 0; v < VERTICES; v++)
    value[0][v] = draw(1000);
}

static void step(const int *restrict begin, const int *restrict to, const double *restrict from, double *restrict out) {
#pragma omp parallel for
  for (int v = 0; v < VERTICES; v++) {
    double sum = from[v];
    for (int e = begin[v]; e < begin[v + 1]; e++)
      sum += from[to[e]];
    out[v] = sum / (1 + begin[v + 1] - begin[v]);
  }
}

void kernel_run(int size) {
  for (int round = 0; round < size; round++)
    step(first_edge, edge, value[round % 2], value[1 - round % 2]);
}

uint64_t kernel_checksum(void) { return (uint64_t)value[0][0]; }
