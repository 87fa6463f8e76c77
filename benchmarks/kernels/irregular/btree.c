/* Searches in a tree of nodes of 16 keys, each of one line: SIZE keys, 2 * SIZE searches. A level more, all of a
 * sudden, each time that SIZE grows by 16. */
#include "kernel.h"

enum { KEYS = 16, MOST_LEVELS = 9 };
const int kernel_default_size = 32768;

/* keys[0] are the leaves; a node holds the smallest key below each of its children. */
typedef struct tree {
  uint32_t *keys[MOST_LEVELS];
  int nodes[MOST_LEVELS];
  int levels;
} tree;

static tree *root;
static uint32_t *wanted;
static uint64_t found;

void kernel_prepare(int size) {
  root = place(sizeof *root);
  wanted = place(sizeof *wanted * (size_t)size * 2);
  uint32_t apart = 4;
  int nodes = size;
  do {
    nodes = (nodes + KEYS - 1) / KEYS;
    uint32_t *keys = place(sizeof *keys * (size_t)nodes * KEYS);
    for (int i = 0; i < nodes * KEYS; i++)
      keys[i] = (uint32_t)i * apart;
    root->keys[root->levels] = keys;
    root->nodes[root->levels++] = nodes;
    apart *= KEYS;
  } while (nodes > 1);
  for (int i = 0; i < 2 * size; i++)
    wanted[i] = draw((uint32_t)size * 4);
}

static uint64_t search(int count, const uint32_t *keys, const tree *in) {
  uint64_t sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++) {
    int node = 0;
    for (int level = in->levels - 1; level >= 0; level--) {
      const uint32_t *at = in->keys[level] + (size_t)node * KEYS;
      int child = 1;
      while (child < KEYS && at[child] <= keys[i])
        child++;
      node = node * KEYS + child - 1;
      if (level && node >= in->nodes[level - 1])
        node = in->nodes[level - 1] - 1;
    }
    sum += (uint64_t)node;
  }
  return sum;
}

void kernel_run(int size) { found = search(2 * size, wanted, root); }

uint64_t kernel_checksum(void) { return found; }
