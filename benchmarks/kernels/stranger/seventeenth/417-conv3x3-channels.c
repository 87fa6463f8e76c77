/* One layer of a network: 16 channels in, 16 out, 56 x 56 with a border. */
#include <stdio.h>

#define C 16
#define H 56

static float in[C][H + 2][H + 2], out[C][H][H], weight[C][C][3][3];

int main(void) {
  for (int c = 0; c < C; c++)
    for (int y = 0; y < H + 2; y++)
      for (int x = 0; x < H + 2; x++)
        in[c][y][x] = (float)((c + y + x) % 9) - 4.0f;
  for (int o = 0; o < C; o++)
    for (int c = 0; c < C; c++)
      for (int k = 0; k < 9; k++)
        weight[o][c][k / 3][k % 3] = (float)((o * 3 + c * 5 + k) % 7) * 0.01f;

#pragma omp parallel for collapse(2) schedule(static)
  for (int o = 0; o < C; o++)
    for (int y = 0; y < H; y++)
      for (int x = 0; x < H; x++) {
        float s = 0.0f;
        for (int c = 0; c < C; c++)
          for (int dy = 0; dy < 3; dy++)
            for (int dx = 0; dx < 3; dx++)
              s += in[c][y + dy][x + dx] * weight[o][c][dy][dx];
        out[o][y][x] = s;
      }

  double s = 0.0;
  for (int o = 0; o < C; o++)
    for (int y = 0; y < H; y++)
      s += out[o][y][(y * 5) % H];
  printf("%.4f\n", s);
  return 0;
}
