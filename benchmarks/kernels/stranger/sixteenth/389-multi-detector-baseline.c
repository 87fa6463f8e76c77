/* Imperfect nest: per-channel pedestal, then subtraction and peak search. */
#include <stdio.h>
#include <stdlib.h>

static const int NCH = 768;
static const int NSAMP = 1000;

int main(void) {
  short *adc = malloc(sizeof(short) * NCH * NSAMP);
  float *ped = malloc(sizeof(float) * NCH);
  int *peak = malloc(sizeof(int) * NCH);
  for (int c = 0; c < NCH; c++)
    for (int s = 0; s < NSAMP; s++)
      adc[c * NSAMP + s] = (short)(400 + (c * 3 + s * 7) % 23 + (s == c ? 900 : 0));

#pragma omp parallel for schedule(static)
  for (int c = 0; c < NCH; c++) {
    const short *w = adc + c * NSAMP;
    int sum = 0;
    for (int s = 0; s < 100; s++)
      sum += w[s];
    ped[c] = sum / 100.0f;
    float best = -1e9f;
    peak[c] = 0;
    for (int s = 100; s < NSAMP; s++) {
      float v = w[s] - ped[c];
      if (v > best) {
        best = v;
        peak[c] = s;
      }
    }
  }

  double k = 0.0;
  for (int c = 0; c < NCH; c++)
    k += ped[c] + peak[c] * (c % 3);
  printf("%.4f\n", k);
  free(adc);
  free(ped);
  free(peak);
  return 0;
}
