/* particle-in-cell: cloud-in-cell deposit with atomics, then a push */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define NG 96
#define NP 200000
typedef struct {
  float x, y, vx, vy;
} part;
static float rho[NG][NG], ex[NG][NG];
static part *p;

static void deposit(void) {
  for (int i = 0; i < NG * NG; i++)
    rho[i / NG][i % NG] = 0;
#pragma omp parallel for schedule(static)
  for (int n = 0; n < NP; n++) {
    int i = (int)p[n].x, j = (int)p[n].y, i1 = (i + 1) % NG, j1 = (j + 1) % NG;
    float fx = p[n].x - i, fy = p[n].y - j;
#pragma omp atomic
    rho[j][i] += (1 - fx) * (1 - fy);
#pragma omp atomic
    rho[j][i1] += fx * (1 - fy);
#pragma omp atomic
    rho[j1][i] += (1 - fx) * fy;
#pragma omp atomic
    rho[j1][i1] += fx * fy;
  }
}
static void push(float dt) {
#pragma omp parallel for schedule(static)
  for (int j = 0; j < NG; j++)
    for (int i = 0; i < NG; i++)
      ex[j][i] = 0.5f * (rho[j][(i + NG - 1) % NG] - rho[j][(i + 1) % NG]);
#pragma omp parallel for schedule(static)
  for (int n = 0; n < NP; n++) {
    p[n].vx += dt * ex[(int)p[n].y][(int)p[n].x];
    p[n].x = fmodf(p[n].x + dt * p[n].vx + 4 * NG, NG);
    p[n].y = fmodf(p[n].y + dt * p[n].vy + 4 * NG, NG);
  }
}
int main(void) {
  p = malloc(NP * sizeof *p);
  for (int n = 0; n < NP; n++)
    p[n] = (part){(n * 37 % 9600) * 0.01f, (n * 53 % 9600) * 0.01f, 0.1f, (n % 5 - 2) * 0.2f};
  for (int t = 0; t < 8; t++) {
    deposit();
    push(0.01f);
  }
  double s = 0;
  for (int i = 0; i < NG * NG; i++)
    s += rho[i / NG][i % NG];
  printf("%.1f\n", s);
  return 0;
}
