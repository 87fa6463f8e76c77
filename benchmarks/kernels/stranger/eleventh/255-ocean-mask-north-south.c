/* ocean mixing on a globe grid; the northern rows are all land */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define NLAT 360
#define NLON 720
#define LEV 12
static unsigned char sea[NLAT][NLON];
static float temp[NLAT][NLON][LEV], salt[NLAT][NLON][LEV];

static void mix(float *t, float *s) {
  for (int k = 0; k + 1 < LEV; k++) {
    float rho0 = -0.2f * t[k] + 0.8f * s[k], rho1 = -0.2f * t[k + 1] + 0.8f * s[k + 1];
    if (rho0 > rho1) {
      t[k] = t[k + 1] = 0.5f * (t[k] + t[k + 1]);
      s[k] = s[k + 1] = 0.5f * (s[k] + s[k + 1]);
    }
  }
}
static void convect(void) {
#pragma omp parallel for schedule(static)
  for (int j = 0; j < NLAT; j++)
    for (int i = 0; i < NLON; i++) {
      if (!sea[j][i])
        continue;
      mix(temp[j][i], salt[j][i]);
    }
}
int main(void) {
  for (int j = 0; j < NLAT; j++)
    for (int i = 0; i < NLON; i++) {
      sea[j][i] = j > NLAT / 2 + 20 || (j > 120 && i % 16 == 0);
      for (int k = 0; k < LEV; k++) {
        temp[j][i][k] = 20 - k + (i * j % 7);
        salt[j][i][k] = 35 + ((i + k) % 5) * 0.1f;
      }
    }
  for (int t = 0; t < 10; t++)
    convect();
  double c = 0;
  for (int j = 0; j < NLAT; j++)
    for (int i = 0; i < NLON; i++)
      c += temp[j][i][0] + salt[j][i][LEV - 1];
  printf("%.4f\n", c);
  return 0;
}
