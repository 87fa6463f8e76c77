/* convolution layer with ReLU: batch x channel x rows collapsed */
#include <stdio.h>
#include <stdlib.h>
#define B 8
#define CI 6
#define CO 16
#define S 28
#define K 5
#define SO (S - K + 1)
static float in[B][CI][S][S], w[CO][CI][K][K], out[B][CO][SO][SO];

static void conv(float bias) {
#pragma omp parallel for collapse(3) schedule(static)
  for (int b = 0; b < B; b++)
    for (int o = 0; o < CO; o++)
      for (int y = 0; y < SO; y++)
        for (int x = 0; x < SO; x++) {
          float s = bias;
          for (int c = 0; c < CI; c++)
            for (int i = 0; i < K; i++)
              for (int j = 0; j < K; j++)
                s += in[b][c][y + i][x + j] * w[o][c][i][j];
          out[b][o][y][x] = s > 0 ? s : 0;
        }
}
int main(int argc, char **argv) {
  float *pi = &in[0][0][0][0], *pw = &w[0][0][0][0], *po = &out[0][0][0][0];
  float bias = argc > 1 ? atof(argv[1]) : 0.1f;
  for (int i = 0; i < B * CI * S * S; i++)
    pi[i] = ((i * 7) % 19) * 0.1f - 0.9f;
  for (int i = 0; i < CO * CI * K * K; i++)
    pw[i] = ((i * 5) % 13 - 6) * 0.05f;
  double t = 0;
  for (int rep = 0; rep < 3; rep++) {
    conv(bias + rep);
    for (int i = 0; i < B * CO * SO * SO; i++)
      t += po[i];
  }
  printf("%.4f\n", t);
  return 0;
}
