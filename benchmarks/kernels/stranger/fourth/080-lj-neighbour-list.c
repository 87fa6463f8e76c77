/* Lennard-Jones forces from a full neighbour list, float4-like positions gathered by index, dynamic,128. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float x, y, z, w;
} vec4;

enum { N = 20000, MAXNB = 64, REPS = 10 };

static vec4 pos[N], force[N];
static int nnb[N], nb[N][MAXNB];

int main(void) {
  for (int i = 0; i < N; i++) {
    pos[i] = (vec4){(float)(i % 28), (float)(i / 28 % 27), (float)(i / 756), 1.0f};
    pos[i].x += 0.1f * (float)(i % 3);
    nnb[i] = 24 + (i * 7) % 40;
    for (int k = 0; k < nnb[i]; k++)
      nb[i][k] = (i + (k % 2 ? 1 : N - 1) * ((k / 2) % 5 + 28 * (k / 10) + 1)) % N;
  }

  for (int r = 0; r < REPS; r++) {
#pragma omp parallel for schedule(dynamic, 128)
    for (int i = 0; i < N; i++) {
      vec4 f = {0, 0, 0, 0};
      for (int k = 0; k < nnb[i]; k++) {
        const vec4 *q = &pos[nb[i][k]];
        float dx = pos[i].x - q->x, dy = pos[i].y - q->y, dz = pos[i].z - q->z;
        float r2 = dx * dx + dy * dy + dz * dz + 0.5f;
        float i2 = 1.0f / r2, i6 = i2 * i2 * i2;
        float s = i6 * (i6 - 0.5f) * i2;
        f.x += s * dx;
        f.y += s * dy;
        f.z += s * dz;
        f.w += i6 * (i6 - 1.0f);
      }
      force[i] = f;
    }
    for (int i = 0; i < N; i += 100)
      pos[i].y += 1e-4f * force[i].y;
  }

  double e = 0, fx = 0;
  for (int i = 0; i < N; i++) {
    e += force[i].w;
    fx += fabs(force[i].x) + fabs(force[i].z);
  }
  printf("%.4e %.4e\n", e, fx);
  return 0;
}
