/* Kernels as they look in applications: sweeps, blocked wavefronts, factorisations, buffers of lines, transposing
 * copies. */
#include <stdlib.h>

typedef struct {
  double real, imaginary;
} dcomplex;
typedef struct {
  double x, y, z;
} vector;
typedef struct {
  vector position, velocity;
  float charge;
  int type;
  char tag;
} particle;

void sweep(int nm, int nd, int ng, int nz, const double *restrict ell, const double *restrict psi,
           double *restrict phi) {
#pragma omp parallel for collapse(2)
  for (int nmo = 0; nmo < nm; nmo++)
    for (int g = 0; g < ng; g++)
      for (int d = 0; d < nd; d++)
        for (int z = 0; z < nz; z++)
          phi[(nmo * ng + g) * nz + z] += ell[nmo * nd + d] * psi[(d * ng + g) * nz + z];
}

void stencil27(int nx, int ny, int nz, double (*restrict in)[ny + 2][nx + 2], double (*restrict out)[ny + 2][nx + 2]) {
#pragma omp parallel for schedule(static)
  for (int k = 1; k <= nz; k++)
    for (int j = 1; j <= ny; j++)
      for (int i = 1; i <= nx; i++) {
        double s = 0;
        for (int dk = -1; dk <= 1; dk++)
          for (int dj = -1; dj <= 1; dj++)
            for (int di = -1; di <= 1; di++)
              s += in[k + dk][j + dj][i + di];
        out[k][j][i] = s / 27.0;
      }
}

void shortest_paths(int rows, int cols, const int *wall, int *a, int *b) {
  for (int t = 0; t < rows; t++) {
    int *src = t % 2 ? a : b, *dst = t % 2 ? b : a;
#pragma omp parallel for
    for (int n = 0; n < cols; n++) {
      int m = src[n];
      if (n > 0)
        m = m < src[n - 1] ? m : src[n - 1];
      if (n < cols - 1)
        m = m < src[n + 1] ? m : src[n + 1];
      dst[n] = wall[t * cols + n] + m;
    }
  }
}

void blocked_wavefront(int n, int bs, int *restrict m, const int *restrict ref, int pen) {
  int nb = (n - 1) / bs;
  for (int blk = 1; blk <= nb; blk++) {
#pragma omp parallel for schedule(static)
    for (int b = 0; b < blk; b++) {
      int by = blk - 1 - b, bx = b;
      for (int i = 0; i < bs; i++)
        for (int j = 0; j < bs; j++) {
          int y = by * bs + i + 1, x = bx * bs + j + 1;
          int d = m[(y - 1) * n + x - 1] + ref[y * n + x];
          int l = m[y * n + x - 1] - pen, u = m[(y - 1) * n + x] - pen;
          m[y * n + x] = d > l ? (d > u ? d : u) : (l > u ? l : u);
        }
    }
  }
}

void blocked_factorisation(float *restrict a, size_t size, size_t off) {
#pragma omp parallel for default(shared)
  for (size_t c = off + 16; c < size; c += 16) {
    float tmp[16 * 16];
    for (size_t i = 0; i < 16; i++)
      for (size_t j = 0; j < 16; j++)
        tmp[i * 16 + j] = a[size * (i + off) + off + j];
    for (size_t j = 0; j < 16; j++)
      for (size_t i = 0; i < 16; i++) {
        float s = 0;
        for (size_t k = 0; k < i; k++)
          s += tmp[16 * i + k] * a[size * (k + off) + c + j];
        a[size * (i + off) + c + j] -= s;
      }
  }
}

void interpolate(void *oz, int mm1, int mm2, int mm3, void *ou, int n1, int n2, int n3) {
  double(*z)[mm2][mm1] = (double(*)[mm2][mm1])oz;
  double(*v)[n2][n1] = (double(*)[n2][n1])ou;
  double z1[40], z2[40], z3[40];
  int i1, i2, i3;
#pragma omp parallel for default(shared) private(i1, i2, i3, z1, z2, z3)
  for (i3 = 0; i3 < mm3 - 1; i3++) {
    for (i2 = 0; i2 < mm2 - 1; i2++) {
      for (i1 = 0; i1 < mm1; i1++) {
        z1[i1] = z[i3][i2 + 1][i1] + z[i3][i2][i1];
        z2[i1] = z[i3 + 1][i2][i1] + z[i3][i2][i1];
        z3[i1] = z[i3 + 1][i2 + 1][i1] + z[i3 + 1][i2][i1] + z1[i1];
      }
      for (i1 = 0; i1 < mm1 - 1; i1++) {
        v[2 * i3][2 * i2][2 * i1] += z[i3][i2][i1];
        v[2 * i3][2 * i2][2 * i1 + 1] += 0.5 * (z[i3][i2][i1 + 1] + z[i3][i2][i1]);
      }
      for (i1 = 0; i1 < mm1 - 1; i1++) {
        v[2 * i3 + 1][2 * i2 + 1][2 * i1] += 0.25 * z3[i1];
        v[2 * i3 + 1][2 * i2 + 1][2 * i1 + 1] += 0.125 * (z3[i1] + z3[i1 + 1] + z2[i1]);
      }
    }
  }
}

void transposed_copies(int d0, int d1, int d2, dcomplex x[d2][d1][d0 + 1], dcomplex out[d2][d1][d0 + 1]) {
  dcomplex y[2][32];
#pragma omp parallel for private(y) collapse(2)
  for (int k = 0; k < d2; k++)
    for (int i = 0; i < d0; i++) {
      for (int j = 0; j < d1; j++)
        y[0][j] = x[k][j][i];
      for (int j = 0; j < d1; j++) {
        y[1][j].real = y[0][d1 - 1 - j].real;
        y[1][j].imaginary = -y[0][d1 - 1 - j].imaginary;
      }
      for (int j = 0; j < d1; j++)
        out[k][j][i] = y[1][j];
    }
}

void all_pairs(int n, const particle *restrict p, vector *restrict f, double rc2) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < n; i++) {
    vector fi = {0, 0, 0};
    for (int j = 0; j < n; j++) {
      if (j == i)
        continue;
      double dx = p[i].position.x - p[j].position.x, dy = p[i].position.y - p[j].position.y,
             dz = p[i].position.z - p[j].position.z;
      double r2 = dx * dx + dy * dy + dz * dz + 0.1;
      fi.x += dx / r2;
      fi.y += dy / r2;
      fi.z += dz / r2;
    }
    f[i] = fi;
  }
}

void half_of_pairs(int n, particle *p, vector (*f)[n]) {
#pragma omp parallel for schedule(guided)
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++) {
      double d = p[i].position.x - p[j].position.x;
      f[i][j].x = d;
      f[j][i].x = -d;
    }
}

int main(void) {
  double *x = calloc(8000, sizeof *x), *y = calloc(8000, sizeof *y), *z = calloc(8000, sizeof *z);
  int *wall = calloc(200, sizeof *wall), *up = calloc(40, sizeof *up), *down = calloc(40, sizeof *down);
  particle *p = calloc(20, sizeof *p);
  sweep(4, 5, 6, 7, x, y, z);
  stencil27(7, 6, 5, (void *)x, (void *)y);
  shortest_paths(5, 30, wall, up, down);
  blocked_wavefront(17, 4, (void *)x, (void *)y, 1);
  blocked_factorisation((void *)x, 64, 16);
  interpolate(x, 9, 8, 7, y, 20, 18, 16);
  transposed_copies(7, 6, 5, (void *)x, (void *)y);
  all_pairs(20, p, (void *)x, 1);
  half_of_pairs(20, p, (void *)y);
  return 0;
}
