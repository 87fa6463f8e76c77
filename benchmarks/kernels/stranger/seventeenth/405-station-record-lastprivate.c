/* Weather stations: 20-byte records are corrected four at a time. */
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  float temperature, pressure, humidity, wind;
  int flags;
} record;

int main(void) {
  const int n = 150000;
  record *r = malloc(n * sizeof *r);
  for (int i = 0; i < n; i++)
    r[i] = (record){(float)(i % 40), 1013.0f, 0.5f, (float)(i % 7), i % 3};

  float last = 0.0f;
  for (int pass = 0; pass < 8; pass++) {
#pragma omp parallel for schedule(static, 4) lastprivate(last)
    for (int i = 0; i < n; i++) {
      r[i].temperature += 0.01f * r[i].wind;
      last = r[i].temperature;
    }
  }
  printf("%f\n", last);
  free(r);
  return 0;
}
