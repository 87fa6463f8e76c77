/* rigid bodies, exactly one 64-byte line each; sleeping ones cluster */
#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  alignas(64) float p[4];
  float v[4], w[4];
  float mass, inv, sleep;
  int awake;
} body_t;
_Static_assert(sizeof(body_t) == 64, "one line");
#define NB 40000

static void integrate(body_t *b, float dt) {
  for (int sub = 0; sub < 8; sub++)
    for (int k = 0; k < 3; k++) {
      b->v[k] += dt * (k == 1 ? -9.8f : 0.0f) - 0.001f * b->v[k];
      b->p[k] += dt * b->v[k];
      if (b->p[k] < 0) {
        b->p[k] = -b->p[k];
        b->v[k] *= -0.5f;
      }
    }
}
int main(void) {
  body_t *b = aligned_alloc(64, sizeof(body_t) * NB);
  for (int i = 0; i < NB; i++) {
    b[i] = (body_t){.p = {i % 50, i % 31, i % 17}, .mass = 1, .inv = 1};
    b[i].awake = i > NB / 2 || i % 10 == 0;
  }
  for (int step = 0; step < 20; step++) {
#pragma omp parallel for schedule(static, 1)
    for (int i = 0; i < NB; i++) {
      if (!b[i].awake)
        continue;
      integrate(&b[i], 0.002f);
    }
  }
  double s = 0;
  for (int i = 0; i < NB; i++)
    s += b[i].p[0] + b[i].p[1] + b[i].v[1];
  printf("%.5f\n", s);
  free(b);
  return 0;
}
