#include <stdio.h>

#define ROWS 256
#define LEN 1024

static float d[ROWS][LEN];

static void wht_all(void) {
#pragma omp parallel for schedule(dynamic, 1)
  for (int r = 0; r < ROWS; r++) {
    float *v = d[r];
    for (int h = 1; h < LEN; h *= 2)
      for (int i = 0; i < LEN; i += 2 * h)
        for (int j = i; j < i + h; j++) {
          float a = v[j], b = v[j + h];
          v[j] = a + b;
          v[j + h] = a - b;
        }
  }
}

int main(void) {
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < LEN; i++)
      d[r][i] = (float)((r * i) % 3) - 1.0f;
  wht_all();
  double s = 0;
  for (int r = 0; r < ROWS; r++)
    for (int i = 0; i < LEN; i++)
      s += d[r][i] > 0 ? d[r][i] : 0;
  printf("%.1f\n", s);
  return 0;
}
