/* triangle elements scatter their load vector and diagonal with atomics */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define NXE 400
#define NYE 300
typedef struct {
  int n[3];
} tri;
static tri *el;
static double *px, *py, *diag, *load;

static void assemble(int ne) {
#pragma omp parallel for schedule(static)
  for (int e = 0; e < ne; e++) {
    const int *n = el[e].n;
    double b[3], c[3];
    for (int k = 0; k < 3; k++) {
      int p = n[(k + 1) % 3], q = n[(k + 2) % 3];
      b[k] = py[p] - py[q];
      c[k] = px[q] - px[p];
    }
    double area = 0.5 * fabs(b[0] * c[1] - b[1] * c[0]);
    for (int k = 0; k < 3; k++) {
#pragma omp atomic
      diag[n[k]] += (b[k] * b[k] + c[k] * c[k]) / (4 * area);
#pragma omp atomic
      load[n[k]] += area / 3;
    }
  }
}
int main(void) {
  int nn = (NXE + 1) * (NYE + 1), ne = 0;
  el = malloc(2 * NXE * NYE * sizeof(tri));
  px = malloc(nn * 8);
  py = malloc(nn * 8);
  diag = calloc(nn, 8);
  load = calloc(nn, 8);
  for (int i = 0; i < nn; i++) {
    px[i] = i % (NXE + 1) * 0.01;
    py[i] = i / (NXE + 1) * 0.0125;
  }
  for (int j = 0; j < NYE; j++)
    for (int i = 0; i < NXE; i++) {
      int a = j * (NXE + 1) + i, b = a + 1, c = a + NXE + 1, d = c + 1;
      el[ne++] = (tri){{a, b, d}};
      el[ne++] = (tri){{a, d, c}};
    }
  for (int r = 0; r < 4; r++)
    assemble(ne);
  double s = 0;
  for (int i = 0; i < nn; i++)
    s += diag[i] * 1e-3 + load[i];
  printf("%.8f\n", s);
  return 0;
}
