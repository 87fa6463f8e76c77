/* A picture is turned, and written to a file as one run of floats: its rows
   must stay as long as they are. */
#include <stdio.h>
#include <string.h>

#define W 1024

static float in[W][W], out[W][W];

int main(void) {
  for (int y = 0; y < W; y++)
    for (int x = 0; x < W; x++)
      in[y][x] = (float)((x * 7 + y * 3) % 256);

#pragma omp parallel for schedule(static)
  for (int y = 0; y < W; y++)
    for (int x = 0; x < W; x++)
      out[x][y] = in[y][x];

  FILE *f = fopen("/dev/null", "wb");
  if (f) {
    fwrite(out, sizeof(float), (size_t)W * W, f);
    fclose(f);
  }
  const float *flat = &out[0][0];
  double s = 0.0;
  for (int i = 0; i < W * W; i++)
    s += flat[i] * (i % 5);
  printf("%.1f\n", s);
  return 0;
}
