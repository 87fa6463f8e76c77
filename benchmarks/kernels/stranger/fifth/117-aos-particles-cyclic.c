#include <math.h>
#include <stdio.h>

#define NP 50000

typedef struct {
  float x, y, vx, vy, ax, ay;
} body;

static body b[NP];

static void kick(float dt) {
#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < NP; i++) {
    body *q = &b[i];
    float r2 = q->x * q->x + q->y * q->y + 0.01f;
    float inv = 1.0f / (r2 * sqrtf(r2));
    q->ax = -q->x * inv;
    q->ay = -q->y * inv;
    q->vx += dt * q->ax;
    q->vy += dt * q->ay;
    q->x += dt * q->vx;
    q->y += dt * q->vy;
  }
}

int main(void) {
  for (int i = 0; i < NP; i++) {
    b[i].x = 1.0f + 0.001f * (float)(i % 1000);
    b[i].y = 0.5f * (float)(i % 4);
    b[i].vx = 0;
    b[i].vy = 0.3f;
  }
  for (int s = 0; s < 60; s++)
    kick(0.002f);
  double e = 0;
  for (int i = 0; i < NP; i++)
    e += b[i].vx * b[i].vx + b[i].vy * b[i].vy;
  printf("%.5f\n", e);
  return 0;
}
