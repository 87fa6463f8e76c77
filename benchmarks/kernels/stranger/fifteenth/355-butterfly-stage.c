/* Radix-2 decimation-in-frequency transform, bit-reversed output. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LOGN 17
#define N (1 << LOGN)

typedef struct {
  double re, im;
} cplx;

static cplx a[N], w[N / 2];

int main(void) {
  for (int i = 0; i < N; i++) {
    a[i].re = sin(0.001 * i);
    a[i].im = (i % 17) * 0.1;
  }
  for (int i = 0; i < N / 2; i++) {
    w[i].re = cos(2.0 * M_PI * i / N);
    w[i].im = -sin(2.0 * M_PI * i / N);
  }

  for (int s = LOGN - 1; s >= 0; s--) {
    const int half = 1 << s;
    const int step = N / 2 >> s;
#pragma omp parallel for schedule(static)
    for (int k = 0; k < N / 2; k++) {
      int j = k & (half - 1);
      int lo = ((k >> s) << (s + 1)) + j;
      int hi = lo + half;
      cplx p = a[lo], q = a[hi], t = w[j * step];
      double dr = p.re - q.re, di = p.im - q.im;
      a[lo].re = p.re + q.re;
      a[lo].im = p.im + q.im;
      a[hi].re = dr * t.re - di * t.im;
      a[hi].im = dr * t.im + di * t.re;
    }
  }

  double c = 0.0;
  for (int i = 0; i < N; i++)
    c += fabs(a[i].re) + fabs(a[i].im);
  printf("checksum %.8e\n", c);
  return 0;
}
