// Levels of a hierarchy, colours, boxes: how many blocks there are is no size where each has its own number of what threads
// share out; that is the size, though the loops inside go round as often.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
typedef struct {
  int size;
  double *data;
} vector;

typedef struct {
  int levels;
  vector **f;
} hierarchy;

void zero(hierarchy *d) {
  for (int level = 1; level < d->levels; level++) {
    vector *v = d->f[level];
#pragma omp parallel for
    for (int i = 0; i < v->size; i++)
      v->data[i] = 0;
  }
}
// CHECK: levels.c:[[#@LINE-5]]:1: remark: parallel loop 'i' for every n = v->size: {{.*}}taken: d->levels = 8; at

void sweep(int rounds, int colours, const int *begin, double *restrict x, const double *restrict y) {
  for (int round = 0; round < rounds; round++)
    for (int c = 0; c < colours; c++)
#pragma omp parallel for
      for (int i = begin[c]; i < begin[c + 1]; i++)
        x[i] += y[i];
}
// CHECK: levels.c:[[#@LINE-4]]:1: remark: parallel loop 'i' for every n = i.last: {{.*}}taken: rounds = 10, colours = 8; at

typedef struct {
  int n, row, plane;
  double *x, *y;
} box;

void smooth(box *boxes, int count) {
  for (int b = 0; b < count; b++) {
    const int n = boxes[b].n, row = boxes[b].row, plane = boxes[b].plane;
    const double *x = boxes[b].x;
    double *y = boxes[b].y;
#pragma omp parallel for
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
          y[i + j * row + k * plane] = x[i + j * row + k * plane] + x[i + j * row + (k + 1) * plane];
  }
}
// CHECK: levels.c:[[#@LINE-7]]:1: remark: parallel loop 'k' for every {{.*}}boxes[b].n{{.*}}taken: count = 8; at
