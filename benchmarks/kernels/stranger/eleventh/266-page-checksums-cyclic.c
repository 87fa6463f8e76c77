/* two 16-bit checksums per 24-byte record, written next to each other, cyclic */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define REC 24
#define NREC 300000
typedef struct {
  uint16_t a, b;
} fletcher_t;

static fletcher_t fletcher(const uint8_t *p) {
  unsigned a = 1, b = 0;
  for (int i = 0; i < REC; i++) {
    a += p[i];
    b += a;
  }
  return (fletcher_t){a % 251, b % 251};
}
int main(void) {
  uint8_t *rec = malloc(REC * NREC);
  fletcher_t *sum = malloc(NREC * sizeof *sum);
  for (long i = 0; i < REC * NREC; i++)
    rec[i] = (uint8_t)((i * 131) ^ (i >> 7));
#pragma omp parallel for schedule(static, 1)
  for (int r = 0; r < NREC; r++)
    sum[r] = fletcher(rec + (size_t)r * REC);
  int bad = 0;
#pragma omp parallel for schedule(static, 1) reduction(+ : bad)
  for (int r = 1; r < NREC; r++)
    bad += sum[r].a == sum[r - 1].a && sum[r].b == sum[r - 1].b;
  unsigned long s = 0;
  for (int r = 0; r < NREC; r++)
    s += sum[r].a * 3ul + sum[r].b * (r % 5);
  printf("%d collisions, checksum %lu\n", bad, s);
  free(rec);
  free(sum);
  return 0;
}
