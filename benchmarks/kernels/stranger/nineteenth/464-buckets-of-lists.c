/* Sums of linked buckets: heads in a table, nodes in an array, links by index. */
#include <stdio.h>
#include <stdlib.h>

#define BUCKETS 20000
#define NODES 200000

struct node {
  double value;
  int next;
};

int main(void) {
  int *head = malloc(BUCKETS * sizeof *head);
  double *sum = malloc(BUCKETS * sizeof *sum);
  struct node *node = malloc(NODES * sizeof *node);
  for (int b = 0; b < BUCKETS; b++)
    head[b] = -1;
  for (int n = 0; n < NODES; n++) {
    int b = (int)((n * 2654435761u) % BUCKETS);
    node[n].value = n * 0.25;
    node[n].next = head[b];
    head[b] = n;
  }
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < BUCKETS; b++) {
    double s = 0;
    for (int n = head[b]; n >= 0; n = node[n].next)
      s += node[n].value;
    sum[b] = s;
  }
  printf("%.3f\n", sum[BUCKETS / 2]);
  free(head), free(sum), free(node);
  return 0;
}
