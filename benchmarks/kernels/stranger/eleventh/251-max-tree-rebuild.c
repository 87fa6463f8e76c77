/* complete binary max-tree in an array, rebuilt level by level */
#include <stdio.h>
#include <stdlib.h>
#define LEAVES (1 << 17)
static float tree[2 * LEAVES];

static void rebuild(void) {
  for (int width = LEAVES / 2; width >= 1; width /= 2) {
#pragma omp parallel for schedule(static)
    for (int i = width; i < 2 * width; i++)
      tree[i] = tree[2 * i] > tree[2 * i + 1] ? tree[2 * i] : tree[2 * i + 1];
  }
}
static int first_at_least(float v) {
  int i = 1;
  if (tree[1] < v)
    return -1;
  while (i < LEAVES)
    i = tree[2 * i] >= v ? 2 * i : 2 * i + 1;
  return i - LEAVES;
}
int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 30;
  for (int i = 0; i < LEAVES; i++)
    tree[LEAVES + i] = (float)((i * 7919L) % 100003);
  long chk = 0;
  for (int r = 0; r < rounds; r++) {
    rebuild();
    int p = first_at_least(100002.0f - 50 * r);
    chk += p;
    if (p >= 0)
      tree[LEAVES + p] = 0;
  }
  printf("%ld %.1f\n", chk, tree[1]);
  return 0;
}
