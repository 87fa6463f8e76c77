/* Flock of birds: positions in an array of structures, each bird looks at 40 following ones. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float x, y, vx, vy;
} bird;

#define FLOCK 30000
#define LOOK 40

static bird now[FLOCK], next[FLOCK];

int main(void) {
  for (int i = 0; i < FLOCK; i++) {
    now[i].x = (float)(i % 173);
    now[i].y = (float)(i % 211);
    now[i].vx = (float)(i % 5) - 2.0f;
    now[i].vy = (float)(i % 3) - 1.0f;
  }
  for (int t = 0; t < 4; t++) {
#pragma omp parallel for
    for (int i = 0; i < FLOCK; i++) {
      float ax = 0.0f, ay = 0.0f;
      for (int k = 1; k <= LOOK; k++) {
        const bird *o = &now[(i + k) % FLOCK];
        ax += o->vx - now[i].vx + 0.01f * (o->x - now[i].x);
        ay += o->vy - now[i].vy + 0.01f * (o->y - now[i].y);
      }
      next[i].vx = now[i].vx + 0.001f * ax;
      next[i].vy = now[i].vy + 0.001f * ay;
      next[i].x = now[i].x + 0.1f * next[i].vx;
      next[i].y = now[i].y + 0.1f * next[i].vy;
    }
#pragma omp parallel for
    for (int i = 0; i < FLOCK; i++)
      now[i] = next[i];
  }
  double c = 0.0;
  for (int i = 0; i < FLOCK; i++)
    c += hypot(now[i].x, now[i].y);
  printf("%.4f\n", c);
  return 0;
}
