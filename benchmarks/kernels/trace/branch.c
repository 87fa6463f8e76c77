/* A stencil that leaves some points out: affine, but recorded access by access. */
#include "../irregular/kernel.h"

const int kernel_default_size = 1000;

static double *from, *to;
static unsigned char *is_fluid;

void kernel_prepare(int size) {
  size_t points = (size_t)size * (size_t)size;
  from = place(sizeof *from * points);
  to = place(sizeof *to * points);
  is_fluid = place(points);
  for (size_t i = 0; i < points; i++) {
    from[i] = draw(100);
    is_fluid[i] = draw(10) > 0;
  }
}

static void smooth(int n, double (*restrict out)[n], double (*restrict in)[n], unsigned char (*restrict fluid)[n]) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++)
    for (int j = 1; j < n - 1; j++)
      if (fluid[i][j])
        out[i][j] = (in[i][j - 1] + in[i][j + 1] + in[i - 1][j] + in[i + 1][j]) / 4;
}

void kernel_run(int size) {
  smooth(size, (double(*)[size])to, (double(*)[size])from, (unsigned char(*)[size])is_fluid);
}

uint64_t kernel_checksum(void) { return (uint64_t)to[1001]; }
