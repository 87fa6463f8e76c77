/* Ranks of the vertices of a graph, from the ranks of those that point to them. Degrees follow a power law, and a few
 * vertices point to most. SIZE vertices. */
#include "kernel.h"

enum { MOST_EDGES = 64, ROUNDS = 4 };
const int kernel_default_size = 32768;

static int *first_edge, *source;
static double *rank, *next_rank;
static int vertex_count;

/* A quarter has twice as many edges, a quarter of these twice as many again. */
static int draw_degree(void) {
  int degree = 2;
  while (degree < MOST_EDGES && draw(4) == 0)
    degree *= 2;
  return degree;
}

/* Vertex k of the most frequent ones is drawn with a share of about k^(-2/3); they stand anywhere. */
static int draw_source(uint32_t size) {
  uint64_t frequent = (uint64_t)draw(size) * draw(size) / size * draw(size) / size;
  return (int)(frequent * 2654435761u % size);
}

void kernel_prepare(int size) {
  vertex_count = size;
  first_edge = place(sizeof *first_edge * ((size_t)size + 1));
  source = place(sizeof *source * (size_t)size * MOST_EDGES);
  rank = place(sizeof *rank * (size_t)size);
  next_rank = place(sizeof *next_rank * (size_t)size);
  for (int v = 0; v < size; v++) {
    first_edge[v + 1] = first_edge[v] + draw_degree();
    rank[v] = 1;
    for (int e = first_edge[v]; e < first_edge[v + 1]; e++)
      source[e] = draw_source((uint32_t)size);
  }
}

static void step(int vertices, const int *begin, const int *from, const double *now, double *then) {
#pragma omp parallel for
  for (int v = 0; v < vertices; v++) {
    double sum = 0;
    for (int e = begin[v]; e < begin[v + 1]; e++)
      sum += now[from[e]];
    then[v] = 0.15 + 0.1 * sum;
  }
}

void kernel_run(int size) {
  for (int round = 0; round < ROUNDS; round += 2) {
    step(size, first_edge, source, rank, next_rank);
    step(size, first_edge, source, next_rank, rank);
  }
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int v = 0; v < vertex_count; v++)
    sum += rank[v];
  return (uint64_t)sum;
}
