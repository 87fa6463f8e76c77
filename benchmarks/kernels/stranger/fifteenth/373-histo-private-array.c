/* Two-dimensional invariant-mass histogram with an array reduction. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define BX 40
#define BY 25

struct event {
  float pt, eta, phi, e;
};

int main(void) {
  const int n = 300000;
  struct event *ev = malloc(sizeof *ev * n);
  for (int i = 0; i < n; i++) {
    ev[i].pt = 10.0f + (float)(i * 17 % 400) * 0.1f;
    ev[i].eta = (float)(i * 29 % 500) * 0.01f - 2.5f;
    ev[i].phi = (float)(i % 628) * 0.01f;
    ev[i].e = ev[i].pt * coshf(ev[i].eta);
  }
  int h[BX * BY] = {0};

#pragma omp parallel for reduction(+ : h[ : BX * BY]) schedule(static)
  for (int i = 0; i < n - 1; i++) {
    const struct event *a = &ev[i], *b = &ev[i + 1];
    float m2 = 2.0f * a->pt * b->pt * (coshf(a->eta - b->eta) - cosf(a->phi - b->phi));
    float m = sqrtf(m2 > 0.0f ? m2 : 0.0f);
    int ix = (int)(m * 0.1f), iy = (int)(a->e * 0.05f);
    if (ix >= BX)
      ix = BX - 1;
    if (iy >= BY)
      iy = BY - 1;
    h[iy * BX + ix]++;
  }

  long c = 0;
  for (int b = 0; b < BX * BY; b++)
    c += (long)h[b] * (b % 13);
  printf("histogram checksum %ld\n", c);
  free(ev);
  return 0;
}
