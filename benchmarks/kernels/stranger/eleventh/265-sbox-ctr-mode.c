/* substitution-permutation mixing of 16-byte blocks in counter mode */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#define BLOCKS 60000
#define ROUNDS 6
static uint8_t sbox[256], key[ROUNDS + 1][16];

static void encrypt(uint64_t ctr, uint8_t out[16]) {
  uint8_t s[16], t[16];
  memset(s, 0x5a, 16);
  memcpy(s, &ctr, sizeof ctr);
  for (int r = 0; r < ROUNDS; r++) {
    for (int i = 0; i < 16; i++)
      t[i] = sbox[s[i] ^ key[r][i]];
    for (int i = 0; i < 16; i++)
      s[i] = t[(i * 5) & 15] ^ (uint8_t)(t[(i * 5 + 4) & 15] << 1) ^ t[(i + 9) & 15];
  }
  for (int i = 0; i < 16; i++)
    out[i] ^= s[i] ^ key[ROUNDS][i];
}
int main(void) {
  for (int i = 0; i < 256; i++)
    sbox[i] = (uint8_t)(i * 167 + 13) ^ (uint8_t)(i >> 3);
  for (int i = 0; i < (ROUNDS + 1) * 16; i++)
    key[i / 16][i % 16] = (uint8_t)(i * 73 + 41);
  uint8_t(*msg)[16] = aligned_alloc(64, BLOCKS * 16);
  for (int i = 0; i < BLOCKS * 16; i++)
    msg[i / 16][i % 16] = "the quick brown fox "[i % 20];
#pragma omp parallel for schedule(static)
  for (int b = 0; b < BLOCKS; b++)
    encrypt(0x100000000ull + b, msg[b]);
  uint32_t h = 2166136261u;
  for (int i = 0; i < BLOCKS * 16; i++)
    h = (h ^ msg[i / 16][i % 16]) * 16777619u;
  printf("%08x\n", h);
  free(msg);
  return 0;
}
