/* apodise and bias a long signal; chunk is one cache line of floats */
#include <math.h>
#include <stdalign.h>
#include <stdio.h>
#define N (1 << 20)
static alignas(64) float sig[N];
static alignas(64) float win[1024];
static alignas(64) float out[N];

static void apodise(float bias) {
#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < N; i++)
    out[i] = (sig[i] - bias) * win[i & 1023];
}
static float mean(void) {
  double m = 0;
#pragma omp parallel for reduction(+ : m)
  for (int i = 0; i < N; i++)
    m += sig[i];
  return (float)(m / N);
}
int main(void) {
  for (int i = 0; i < 1024; i++)
    win[i] = 0.5f - 0.5f * cosf(6.2831853f * i / 1024);
  for (int i = 0; i < N; i++)
    sig[i] = (float)((i * 31) % 97) - 40.0f;
  for (int rep = 0; rep < 10; rep++)
    apodise(mean() + rep);
  double s = 0;
  for (int i = 0; i < N; i++)
    s += fabsf(out[i]);
  printf("%.3f\n", s);
  return 0;
}
