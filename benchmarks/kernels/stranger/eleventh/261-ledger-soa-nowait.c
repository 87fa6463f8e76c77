/* day-end ledger passes: independent columns, one region, no barriers needed */
#include <stdio.h>
#include <stdlib.h>
#define ROWS 250000
typedef struct {
  double *restrict cash, *restrict margin, *restrict fee;
  int *restrict days;
  float *restrict rating;
} ledger;

static void close_day(ledger *L, double rate) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < ROWS; i++)
      L->cash[i] *= 1.0 + rate / 365;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < ROWS; i++)
      L->days[i]++;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < ROWS; i++)
      L->fee[i] = 0.001 * L->cash[i] + 0.05;
#pragma omp for schedule(static) nowait
    for (int i = 0; i < ROWS; i++)
      L->margin[i] -= L->fee[i] * L->rating[i];
  }
}
int main(void) {
  ledger L = {malloc(ROWS * 8), malloc(ROWS * 8), malloc(ROWS * 8), malloc(ROWS * 4), malloc(ROWS * 4)};
#pragma omp parallel for schedule(static)
  for (int i = 0; i < ROWS; i++) {
    L.cash[i] = 1000 + i % 777;
    L.margin[i] = 500;
    L.fee[i] = 0;
    L.days[i] = i % 30;
    L.rating[i] = 0.5f + (i % 4) * 0.25f;
  }
  for (int d = 0; d < 30; d++)
    close_day(&L, 0.02);
  double s = 0;
  for (int i = 0; i < ROWS; i++)
    s += L.margin[i] + L.days[i];
  printf("%.6f\n", s);
  return 0;
}
