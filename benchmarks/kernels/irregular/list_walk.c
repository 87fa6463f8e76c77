/* Linked lists whose nodes are scattered over memory. SIZE nodes of a line each, in lists of 32. */
#include "kernel.h"

enum { LENGTH = 32, STEPS = 3 };
const int kernel_default_size = 32768;

typedef struct node {
  struct node *next;
  double value[7];
} node;

static node *nodes, **heads;
static int lists;

void kernel_prepare(int size) {
  lists = size / LENGTH;
  nodes = place(sizeof *nodes * (size_t)size);
  heads = place(sizeof *heads * (size_t)(lists + 1));
  int *order = place(sizeof *order * (size_t)size);
  for (int i = 0; i < size; i++) {
    int other = (int)draw((uint32_t)i + 1);
    order[i] = order[other];
    order[other] = i;
  }
  for (int l = 0; l < lists; l++)
    for (int i = LENGTH - 1; i >= 0; i--) {
      node *here = &nodes[order[l * LENGTH + i]];
      here->value[1] = i;
      here->next = heads[l];
      heads[l] = here;
    }
}

static void walk(int count, node *const *first) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int l = 0; l < count; l++)
    for (node *at = first[l]; at; at = at->next)
      at->value[0] += at->value[1];
}

void kernel_run(int size) {
  (void)size;
  for (int step = 0; step < STEPS; step++)
    walk(lists, heads);
}

uint64_t kernel_checksum(void) {
  double sum = 0;
  for (int l = 0; l < lists; l++)
    sum += heads[l]->value[0] + heads[l]->next->value[0];
  return (uint64_t)sum;
}
