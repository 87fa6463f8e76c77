/* hexahedral node forces gathered from up to eight elements per node */
#include <stdio.h>
#include <stdlib.h>
#define E 40
#define P (E + 1)
typedef struct {
  float x, y, z;
} vec3;
static float press[E][E][E];
static vec3 force[P][P][P];

static vec3 corner(int i, int j, int k) {
  vec3 f = {0, 0, 0};
  for (int c = 0; c < 8; c++) {
    int a = i - (c & 1), b = j - (c >> 1 & 1), d = k - (c >> 2);
    if (a < 0 || b < 0 || d < 0 || a >= E || b >= E || d >= E)
      continue;
    float p = press[a][b][d];
    f.x += c & 1 ? p : -p;
    f.y += c & 2 ? p : -p;
    f.z += c & 4 ? p : -p;
  }
  return f;
}
int main(int argc, char **argv) {
  int steps = argc > 1 ? atoi(argv[1]) : 15;
  for (int i = 0; i < E * E * E; i++)
    ((float *)press)[i] = 1.0f + (i % 13) * 0.1f;
  for (int t = 0; t < steps; t++) {
#pragma omp parallel
    {
#pragma omp for collapse(2) schedule(static)
      for (int i = 0; i < P; i++)
        for (int j = 0; j < P; j++)
          for (int k = 0; k < P; k++)
            force[i][j][k] = corner(i, j, k);
#pragma omp for collapse(2) schedule(static)
      for (int i = 0; i < E; i++)
        for (int j = 0; j < E; j++)
          for (int k = 0; k < E; k++)
            press[i][j][k] -= 0.01f * (force[i + 1][j][k].x - force[i][j][k].x);
    }
  }
  double s = 0;
  for (int i = 0; i < E * E * E; i++)
    s += ((float *)press)[i];
  printf("%.5f\n", s);
  return 0;
}
