#include <stdio.h>

#define WORKERS 8
#define SLOTS 256
#define OPS 400000

struct ring {
  volatile unsigned head, tail;
  volatile unsigned long sum;
};

static struct ring ring[WORKERS];
static int slot[WORKERS][SLOTS];

static void pump(void) {
#pragma omp parallel for schedule(static, 1)
  for (int w = 0; w < WORKERS; w++)
    for (int k = 0; k < OPS; k++) {
      struct ring *r = &ring[w];
      if (r->head - r->tail < SLOTS && (k % 3)) {
        slot[w][r->head % SLOTS] = k ^ w;
        r->head++;
      } else if (r->tail != r->head) {
        r->sum += (unsigned)slot[w][r->tail % SLOTS];
        r->tail++;
      }
    }
}

int main(void) {
  pump();
  unsigned long s = 0;
  for (int w = 0; w < WORKERS; w++)
    s += ring[w].sum + ring[w].head - ring[w].tail;
  printf("%lu\n", s);
  return 0;
}
