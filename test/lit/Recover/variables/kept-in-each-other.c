// Two allocations that are kept in each other: what they are called is not asked for without end.
// RUN: env %corei7 %remarks -O1 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %clang -O1 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass=cache 2>&1 | %FileCheck %s
#include <stdlib.h>
struct node {
  long pad[4], n;
  struct node *other;
  double *values;
};
void fill(struct node *node);
void set(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->other = b;
  b->other = a;
  fill(a);
#pragma omp parallel for
  for (long i = 0; i < a->n; i++)
    a->values[i * a->pad[2]] = 1;
}
// CHECK: kept-in-each-other.c:[[#@LINE-4]]:1: remark: parallel loop 'i' for every {{.*}} = a->n
