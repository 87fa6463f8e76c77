// Without debug types a member that a macro reads, and no other text names, is called as the macro's definition has it.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache 2>&1 | %FileCheck %s
typedef struct {
  long nx, ny, nz;
  long row, plane;
} grid;

#define AT(i, j, k) (((k) * g->plane + (j) * g->row) + (i))

void smooth(const grid *g, const double *restrict x, double *restrict y) {
// CHECK: members-of-macros.c:[[#@LINE+1]]:1: remark: parallel loop '{{.}}' for every n = g->nz = g->ny = g->nx = g->row = {{.*}}PMECACHE_PARAMS='{{.*}}g->row=1000,g->plane=
#pragma omp parallel for
  for (long k = 1; k < g->nz - 1; k++)
    for (long j = 1; j < g->ny - 1; j++)
      for (long i = 1; i < g->nx - 1; i++)
        y[AT(i, j, k)] = x[AT(i, j, k - 1)] + x[AT(i, j, k + 1)] + x[AT(i, j - 1, k)] + x[AT(i, j + 1, k)];
}

// The text ends with a member; another one stands before an operator.
#define ROW(j) ((j) + h->first - 1) * h->pitch
typedef struct {
  long rows, unused, first, pitch;
} band;

void scale(const band *h, double *x) {
// CHECK: members-of-macros.c:[[#@LINE+1]]:1: remark: parallel loop '{{.}}' for {{.*}}PMECACHE_PARAMS='{{.*}}h->first={{.*}}h->pitch=
#pragma omp parallel for
  for (long j = 0; j < h->rows; j++)
    for (long i = 0; i < h->rows; i++)
      x[ROW(j) + i] *= 2;
}
