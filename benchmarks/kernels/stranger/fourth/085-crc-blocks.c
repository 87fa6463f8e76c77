/* CRC-32 of 4 KB blocks with a 1 KB table, one 4-byte result per block, schedule(static,1). */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define BLOCK 4096
#define NBLOCK 6000

static uint32_t table[256], crc[NBLOCK];

int main(void) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t c = i;
    for (int k = 0; k < 8; k++)
      c = c & 1 ? 0xedb88320u ^ (c >> 1) : c >> 1;
    table[i] = c;
  }
  uint8_t *data = malloc((size_t)BLOCK * NBLOCK);
  if (!data)
    return 1;
  for (size_t i = 0; i < (size_t)BLOCK * NBLOCK; i++)
    data[i] = (uint8_t)(i * 167 + (i >> 9));

#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < NBLOCK; b++) {
    const uint8_t *p = data + (size_t)b * BLOCK;
    uint32_t c = 0xffffffffu;
    for (int i = 0; i < BLOCK; i++)
      c = table[(c ^ p[i]) & 255] ^ (c >> 8);
    crc[b] = ~c;
  }

  uint32_t h = 0;
  for (int b = 0; b < NBLOCK; b++)
    h = h * 31 + crc[b];
  printf("%08x\n", h);
  free(data);
  return 0;
}
