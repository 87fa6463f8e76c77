/* Depth images: floats to 16 bits, chunks of eight pixels. */
#include <stdint.h>
#include <stdio.h>

#define W 640
#define H 480

static float depth[W * H];
static uint16_t raw[W * H];

int main(void) {
  for (int i = 0; i < W * H; i++)
    depth[i] = 0.5f + (float)(i % 4000) * 0.001f;

  for (int frame = 0; frame < 10; frame++) {
#pragma omp parallel for schedule(static, 8)
    for (int i = 0; i < W * H; i++)
      raw[i] = (uint16_t)(depth[i] * 1000.0f + frame);
  }

  unsigned long s = 0;
  for (int i = 0; i < W * H; i++)
    s = s * 31 + raw[i];
  printf("%lu\n", s);
  return 0;
}
