// Columns of a border go to a buffer: a row is longer than what is touched of it, and where the buffer's part begins is no
// size.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
#define AT(f, j, i) f[((j) - (y_min - 2)) * (x_max - x_min + 5) + (i) - (x_min - 2)]

void left(int x_min, int x_max, int y_min, int y_max, int depth, double *d) {
#pragma omp parallel for
  for (int j = y_min - depth; j <= y_max + depth; j++)
    for (int i = 1; i <= depth; i++)
      AT(d, j, x_min - i) = AT(d, j, x_min + i - 1);
}
// CHECK: edges.c:[[#@LINE-5]]:1: remark: parallel loop '{{[ij]}}' for every n = y_max = x_max: {{.*}}taken: y_min = 0, x_min = 0, depth = 2; at

void pack(int x_min, int x_max, int y_min, int y_max, int depth, int offset, const double *restrict d,
          double *restrict b) {
#pragma omp parallel for
  for (int j = y_min - depth; j <= y_max + depth; j++)
    for (int i = 0; i < depth; i++)
      b[offset + i + (j + depth - 1) * depth] = AT(d, j, x_min + i);
}
// CHECK: edges.c:[[#@LINE-5]]:1: remark: parallel loop 'j' for every n = y_max = x_max: {{.*}}y_max=1000,{{.*}}x_max=1000,offset=0'

// Halves of an array are a size apart.
void halves(int n, int half, double *a) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += a[i + half];
}
// CHECK: edges.c:[[#@LINE-4]]:1: remark: parallel loop 'i' for every n{{( = half)?}}:

// What lies by so much further along rows, planes and elements is behind ghost cells, also where loops go over these.
typedef struct {
  int ghosts, row, plane, rows, planes;
  double *x;
} level_type;

void face(level_type *level, double *restrict buffer) {
  double *x = level->x + level->ghosts * (1 + level->row + level->plane);
#pragma omp parallel for
  for (int k = 0; k < level->planes; k++)
    for (int j = 0; j < level->rows; j++)
      for (int i = 0; i < level->ghosts; i++)
        buffer[i + level->ghosts * (j + level->rows * k)] = x[i + j * level->row + k * level->plane];
}
// CHECK: edges.c:[[#@LINE-6]]:1: remark: parallel loop 'k' for every {{.*}}taken: level->ghosts = 2; at
