/* Hive sensors: rows are minutes, columns are hives. Mean per hive, walking down columns. */
#include <stdio.h>
#include <stdlib.h>

#define MINUTES 1440
#define HIVES 1024

static double temp[MINUTES][HIVES];
static double mean[HIVES];

int main(void) {
#pragma omp parallel for schedule(static)
  for (int m = 0; m < MINUTES; m++)
    for (int h = 0; h < HIVES; h++)
      temp[m][h] = 30.0 + ((m * 31 + h * 17) % 97) * 0.05;

#pragma omp parallel for schedule(static, 1)
  for (int h = 0; h < HIVES; h++) {
    double s = 0.0;
    for (int m = 0; m < MINUTES; m++)
      s += temp[m][h];
    mean[h] = s / MINUTES;
  }

  double c = 0.0;
  for (int h = 0; h < HIVES; h++)
    c += mean[h] * (h % 5);
  printf("checksum %.6f\n", c);
  return 0;
}
