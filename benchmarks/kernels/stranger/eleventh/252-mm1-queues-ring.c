/* M/M/1 queues in ring buffers; counters of neighbouring queues are adjacent */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define QUEUES 8
#define CAP 128
#define TICKS 250000
static unsigned ring[QUEUES][CAP];
static unsigned head[QUEUES], tail[QUEUES], rng[QUEUES];
static long served[QUEUES], lost[QUEUES], wait[QUEUES];

static inline unsigned draw(int q) {
  rng[q] = rng[q] * 1664525u + 1013904223u;
  return rng[q] >> 8;
}
static void run(int q, double load) {
  unsigned pa = (unsigned)(load * 0.5 * 16777216.0), ps = 16777216u / 2;
  for (unsigned t = 0; t < TICKS; t++) {
    if (draw(q) < pa) {
      if (tail[q] - head[q] == CAP)
        lost[q]++;
      else
        ring[q][tail[q]++ % CAP] = t;
    }
    if (draw(q) < ps && head[q] != tail[q]) {
      wait[q] += t - ring[q][head[q]++ % CAP];
      served[q]++;
    }
  }
}
int main(void) {
  for (int q = 0; q < QUEUES; q++)
    rng[q] = 77u + 1001u * q;
#pragma omp parallel for schedule(static, 1)
  for (int q = 0; q < QUEUES; q++)
    run(q, 0.6 + 0.05 * q);
  long s = 0, l = 0, w = 0;
  for (int q = 0; q < QUEUES; q++) {
    s += served[q];
    l += lost[q];
    w += wait[q];
  }
  printf("served %ld lost %ld mean wait %.4f\n", s, l, (double)w / s);
  return 0;
}
