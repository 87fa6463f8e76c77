/* exponential moving averages of many tickers; one tick per round */
#include <stdio.h>
#include <stdlib.h>
#define TICKERS 120000
#define ROUNDS 25
static float price[TICKERS], ema[TICKERS], dev[TICKERS];

static void tick(int round, float alpha) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < TICKERS; i++) {
    float d = price[i] + 0.01f * (round & 7) - ema[i];
    ema[i] += alpha * d;
    dev[i] = (1.0f - alpha) * (dev[i] + alpha * d * d);
  }
}
int main(void) {
  for (int i = 0; i < TICKERS; i++) {
    price[i] = 10.0f + (i * 37 % 1000) * 0.05f;
    ema[i] = 20.0f;
    dev[i] = 0.0f;
  }
  for (int r = 0; r < ROUNDS; r++)
    tick(r, 0.15f);
  double a = 0, b = 0;
  for (int i = 0; i < TICKERS; i++) {
    a += ema[i];
    b += dev[i];
  }
  printf("ema %.4f dev %.4f\n", a, b);
  return 0;
}
