/* The nearest point, by a tree that halves space by turns in three directions, with a stack of its own for the way back.
 * SIZE points, SIZE / 4 questions. */
#include "kernel.h"

enum { DIRECTIONS = 3, MOST_WAITING = 64, POINTS_PER_QUESTION = 4 };
const int kernel_default_size = 32768;

typedef struct node {
  float at[DIRECTIONS];
  int direction, below, above; /* -1: none */
} node;

static node *tree;
static float *question;
static int *answer;
static int nodes, questions;

static int insert(int count) {
  int direction = 0;
  for (int *next, n = 0; count > 0; n = *next) {
    direction = tree[n].direction;
    next = tree[count].at[direction] < tree[n].at[direction] ? &tree[n].below : &tree[n].above;
    if (*next < 0) {
      *next = count;
      break;
    }
  }
  tree[count].direction = count ? (direction + 1) % DIRECTIONS : 0;
  return count + 1;
}

void kernel_prepare(int size) {
  questions = size / POINTS_PER_QUESTION;
  tree = place(sizeof *tree * (size_t)size);
  question = place(sizeof *question * (size_t)questions * DIRECTIONS);
  answer = place(sizeof *answer * (size_t)(questions + 1));
  for (nodes = 0; nodes < size;) {
    tree[nodes] = (node){{0}, 0, -1, -1};
    for (int d = 0; d < DIRECTIONS; d++)
      tree[nodes].at[d] = (float)draw(1 << 20);
    nodes = insert(nodes);
  }
  for (int q = 0; q < questions * DIRECTIONS; q++)
    question[q] = (float)draw(1 << 20);
}

static float distance_squared(const float *a, const float *b) {
  float sum = 0;
  for (int d = 0; d < DIRECTIONS; d++)
    sum += (a[d] - b[d]) * (a[d] - b[d]);
  return sum;
}

static void search(int count, const node *restrict in, const float *restrict of, int *restrict found) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int q = 0; q < count; q++) {
    int waiting[MOST_WAITING], depth = 0, best = -1;
    float nearest = 3e38f;
    waiting[depth++] = 0;
    while (depth > 0) {
      const node *n = &in[waiting[--depth]];
      float away = distance_squared(n->at, of + q * DIRECTIONS),
            side = of[q * DIRECTIONS + n->direction] - n->at[n->direction];
      if (away < nearest) {
        nearest = away;
        best = (int)(n - in);
      }
      int first = side < 0 ? n->below : n->above, second = side < 0 ? n->above : n->below;
      if (second >= 0 && side * side < nearest && depth < MOST_WAITING)
        waiting[depth++] = second;
      if (first >= 0 && depth < MOST_WAITING)
        waiting[depth++] = first;
    }
    found[q] = best;
  }
}

void kernel_run(int size) {
  (void)size;
  search(questions, tree, question, answer);
}

uint64_t kernel_checksum(void) {
  uint64_t sum = 0;
  for (int q = 0; q < questions; q++)
    sum = sum * 31 + (uint64_t)answer[q];
  return sum;
}
