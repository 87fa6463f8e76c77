/* Per-station statistics of a year of hourly temperatures; a worker's
   stations are dealt round robin and the records are 24 bytes. */
#include <stdio.h>
#include <stdlib.h>

#define STATIONS 160
#define HOURS 8760

struct stat {
  double sum;
  float lo, hi;
  int frost, n;
};

static short temp[STATIONS][HOURS];
static struct stat st[STATIONS];

int main(void) {
  for (int s = 0; s < STATIONS; s++)
    for (int h = 0; h < HOURS; h++)
      temp[s][h] = (short)((h * 37 + s * 11) % 500 - 150);

#pragma omp parallel for schedule(static, 1)
  for (int s = 0; s < STATIONS; s++) {
    st[s].lo = 1000.0f;
    st[s].hi = -1000.0f;
    for (int h = 0; h < HOURS; h++) {
      float t = temp[s][h] * 0.1f;
      st[s].sum += t;
      st[s].n++;
      if (t < st[s].lo)
        st[s].lo = t;
      if (t > st[s].hi)
        st[s].hi = t;
      if (t < 0.0f)
        st[s].frost++;
    }
  }

  double c = 0.0;
  for (int s = 0; s < STATIONS; s++)
    c += st[s].sum / st[s].n + st[s].lo * st[s].hi + st[s].frost;
  printf("%.6f\n", c);
  return 0;
}
