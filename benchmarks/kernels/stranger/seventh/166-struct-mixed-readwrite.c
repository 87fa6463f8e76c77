#include <stdio.h>

#define N 600000

static struct {
  int lo, hi, scale;
  int rejected;
} cfg = {20, 200, 3, 0};

static int out[N];

static void filter(const unsigned char *in) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < N; i++) {
    if (in[i] < cfg.lo || in[i] > cfg.hi) {
#pragma omp atomic
      cfg.rejected++;
      out[i] = -1;
    } else
      out[i] = in[i] * cfg.scale;
  }
}

int main(void) {
  static unsigned char in[N];
  for (int i = 0; i < N; i++)
    in[i] = (unsigned char)(i * 97 + i / 255);
  filter(in);
  long s = 0;
  for (int i = 0; i < N; i++)
    s += out[i];
  printf("%d %ld\n", cfg.rejected, s);
  return 0;
}
