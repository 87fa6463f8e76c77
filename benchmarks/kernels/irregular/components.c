/* Connected components by labels that hook and jump (Shiloach and Vishkin): each round the larger label of an edge takes
 * the smaller one, then labels of labels. SIZE vertices, two edges each. */
#include "kernel.h"

enum { EDGES_PER_VERTEX = 2 };
const int kernel_default_size = 32768;

static int *from, *to, *label;
static int vertices;

void kernel_prepare(int size) {
  vertices = size;
  int edges = size * EDGES_PER_VERTEX;
  from = place(sizeof *from * (size_t)edges);
  to = place(sizeof *to * (size_t)edges);
  label = place(sizeof *label * (size_t)size);
  for (int e = 0; e < edges; e++) {
    from[e] = (int)draw((uint32_t)size);
    to[e] = (int)draw((uint32_t)size);
  }
  for (int v = 0; v < size; v++)
    label[v] = v;
}

/* Threads that come to a label at once leave one of theirs: another round finds what is left. */
static int hook(int edges, const int *restrict a, const int *restrict b, int *labels) {
  int changed = 0;
#pragma omp parallel for reduction(+ : changed)
  for (int e = 0; e < edges; e++) {
    int x = labels[a[e]], y = labels[b[e]];
    int low = x < y ? x : y, high = x < y ? y : x;
    if (low != high && labels[high] == high) {
      labels[high] = low;
      changed++;
    }
  }
  return changed;
}

static void jump(int count, int *labels) {
#pragma omp parallel for schedule(dynamic, 256)
  for (int v = 0; v < count; v++)
    while (labels[v] != labels[labels[v]])
      labels[v] = labels[labels[v]];
}

void kernel_run(int size) {
  while (hook(size * EDGES_PER_VERTEX, from, to, label))
    jump(size, label);
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int v = 0; v < vertices; v++)
    sum += (uint64_t)label[v];
  return sum;
}
