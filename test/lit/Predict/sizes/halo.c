// Equal sizes would leave nothing to do in a grid without its halo, whose width stands in each address, too: the halo
// is a margin, or, where loops of its own move over data with it, the width of a window.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
typedef struct {
  double *data;
  long nx, ny, nz, halo;
} grid;

void scale(const grid *g) {
#pragma omp parallel for
  for (long x = 0; x < g->nx - 2 * g->halo; x++)
    for (long y = 0; y < g->ny - 2 * g->halo; y++)
      for (long z = 0; z < g->nz - 2 * g->halo; z++)
        g->data[((x + g->halo) * g->ny + y + g->halo) * g->nz + z + g->halo] *= 2;
}

void smooth(long n, long width, const double *restrict weight, const double *restrict in, double *restrict out) {
#pragma omp parallel for
  for (long i = 0; i < n - width; i++) {
    double sum = 0;
    for (long k = 0; k < width; k++)
      sum += weight[k] * in[i + k];
    out[i] = sum;
  }
}

// CHECK: halo.c:[[#@LINE-17]]:1: remark: parallel loop 'x' for every n = g->nx = g->ny = g->nz: {{.*}}; taken: g->halo = 2;
// CHECK: halo.c:[[#@LINE-10]]:1: remark: parallel loop 'i' for every n: L3, L2 and L1 0.25 n misses; taken: width = 3; {{.*}}PARAMS='n=1000,width=3'
