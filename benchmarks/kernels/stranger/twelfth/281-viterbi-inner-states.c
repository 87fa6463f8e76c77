/* Viterbi decoding, the team is opened for each of 4000 observations */
#include <stdio.h>
#include <stdlib.h>
#define S 48
#define T 4000
static float trans[S][S], emit[S][8], score[2][S];
static unsigned char obs[T], from[T][S];

static void decode(void) {
  for (int t = 1; t < T; t++) {
    const float *old = score[(t - 1) & 1];
    float *cur = score[t & 1];
#pragma omp parallel for schedule(dynamic, 2)
    for (int s = 0; s < S; s++) {
      float b = -1e30f;
      int arg = 0;
      for (int p = 0; p < S; p++) {
        float v = old[p] + trans[p][s];
        if (v > b) {
          b = v;
          arg = p;
        }
      }
      cur[s] = b + emit[s][obs[t]];
      from[t][s] = (unsigned char)arg;
    }
  }
}
int main(void) {
  for (int i = 0; i < S; i++) {
    for (int j = 0; j < S; j++)
      trans[i][j] = -0.1f * ((i * 7 + j * 3) % 19 + 1);
    for (int o = 0; o < 8; o++)
      emit[i][o] = -0.2f * ((i + o * 5) % 11);
  }
  for (int t = 0; t < T; t++)
    obs[t] = (unsigned char)((t * t / 3 + t) & 7);
  decode();
  int s = 0;
  for (int k = 1; k < S; k++)
    if (score[(T - 1) & 1][k] > score[(T - 1) & 1][s])
      s = k;
  long path = 0;
  for (int t = T - 1; t > 0; t--) {
    path += s * (t % 5);
    s = from[t][s];
  }
  printf("path %ld score %.3f\n", path, score[(T - 1) & 1][s]);
  return 0;
}
