#include <omp.h>
#include <stdio.h>

#define MAXT 64
#define N 2000000

typedef struct {
  volatile long odd, even;
  char fill[64 - 2 * sizeof(long)];
} counter_t;

static counter_t cnt[MAXT] __attribute__((aligned(64)));
static unsigned char data[N];

static void classify(const unsigned char *d, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    int t = omp_get_thread_num();
    if (d[i] & 1)
      cnt[t].odd++;
    else
      cnt[t].even++;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    data[i] = (unsigned char)((i * 7 + (i >> 5)) & 0xff);
  classify(data, N);
  long o = 0, e = 0;
  for (int t = 0; t < MAXT; t++) {
    o += cnt[t].odd;
    e += cnt[t].even;
  }
  printf("odd %ld even %ld\n", o, e);
  return 0;
}
