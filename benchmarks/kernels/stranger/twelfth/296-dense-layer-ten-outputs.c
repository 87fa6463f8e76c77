/* last dense layer of a digit classifier: the ten classes are the parallel loop */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#define IN 128
#define OUT 10
#define BATCH 2000
static float act[BATCH][IN], weight[OUT][IN], bias[OUT], logit[BATCH][OUT];

static void forward(void) {
  for (int n = 0; n < BATCH; n++) {
#pragma omp parallel for schedule(static) num_threads(8)
    for (int o = 0; o < OUT; o++) {
      float s = bias[o];
      for (int i = 0; i < IN; i++)
        s += weight[o][i] * act[n][i];
      logit[n][o] = s;
    }
  }
}
static int argmax(const float *v) {
  int b = 0;
  for (int o = 1; o < OUT; o++)
    if (v[o] > v[b])
      b = o;
  return b;
}
int main(void) {
  for (int n = 0; n < BATCH; n++)
    for (int i = 0; i < IN; i++)
      act[n][i] = fmaxf(0, sinf(n * 0.13f + i * 0.7f));
  for (int o = 0; o < OUT; o++) {
    bias[o] = 0.01f * o;
    for (int i = 0; i < IN; i++)
      weight[o][i] = ((o * 37 + i * 11) % 23 - 11) * 0.02f;
  }
  for (int epoch = 0; epoch < 4; epoch++)
    forward();
  long c = 0;
  for (int n = 0; n < BATCH; n++)
    c += argmax(logit[n]) * (n % 3 + 1);
  printf("%ld\n", c);
  return 0;
}
