/* Smoothed density by cell bins: each iteration is one cell (40-byte header, up to 12 slots), neighbours read only. */
#include <stdio.h>
#include <string.h>

enum { G = 130, CAP = 12, REPS = 2 };

struct bin {
  int n, pad;
  double density, cx, cy, mass;
};

static struct bin bin[G][G];
static float px[G][G][CAP], py[G][G][CAP];

int main(void) {
  unsigned s = 4;
  for (int i = 0; i < G; i++)
    for (int j = 0; j < G; j++) {
      bin[i][j].n = 4 + (i * j) % (CAP - 4);
      for (int k = 0; k < bin[i][j].n; k++) {
        s = s * 1664525u + 1013904223u;
        px[i][j][k] = (float)j + (float)(s >> 16) / 65536.0f;
        py[i][j][k] = (float)i + (float)(s & 0xffff) / 65536.0f;
      }
    }

  for (int rep = 0; rep < REPS; rep++) {
#pragma omp parallel for collapse(2) schedule(dynamic, 30)
    for (int i = 1; i < G - 1; i++)
      for (int j = 1; j < G - 1; j++) {
        double d = 0;
        for (int k = 0; k < bin[i][j].n; k++)
          for (int a = i - 1; a <= i + 1; a++)
            for (int b = j - 1; b <= j + 1; b++)
              for (int l = 0; l < bin[a][b].n; l++) {
                float dx = px[i][j][k] - px[a][b][l], dy = py[i][j][k] - py[a][b][l];
                float r2 = dx * dx + dy * dy;
                if (r2 < 1.0f)
                  d += (1.0f - r2) * (1.0f - r2);
              }
        bin[i][j].density = d / bin[i][j].n;
        bin[i][j].mass += d;
      }
  }

  double t = 0;
  for (int i = 0; i < G; i++)
    for (int j = 0; j < G; j++)
      t += bin[i][j].density + bin[i][j].mass * 0.01;
  printf("%.6f\n", t);
  return 0;
}
