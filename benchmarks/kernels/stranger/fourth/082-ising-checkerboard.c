/* Ising model on signed chars, checkerboard Metropolis with a counter-based random number, odd lattice pitch. */
#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum { L = 600, P = L + 2 + 1, SWEEPS = 20 };

static signed char s[L + 2][P];

static uint32_t hash(uint32_t x) {
  x ^= x >> 16;
  x *= 0x7feb352du;
  x ^= x >> 15;
  x *= 0x846ca68bu;
  return x ^ (x >> 16);
}

int main(void) {
  uint32_t acc[9];
  for (int k = 0; k < 9; k++)
    acc[k] = k <= 4 ? 0xffffffffu : (uint32_t)(4294967295.0 * exp(-0.88 * (k - 4)));
  for (int i = 0; i < L + 2; i++)
    for (int j = 0; j < P; j++)
      s[i][j] = hash((uint32_t)(i * P + j)) & 1 ? 1 : -1;

  for (int t = 0; t < SWEEPS; t++)
    for (int c = 0; c < 2; c++) {
#pragma omp parallel for schedule(static)
      for (int i = 1; i <= L; i++)
        for (int j = 1 + ((i + c) & 1); j <= L; j += 2) {
          int nbr = s[i - 1][j] + s[i + 1][j] + s[i][j - 1] + s[i][j + 1];
          int de = s[i][j] * nbr; /* -4..4 */
          if (hash((uint32_t)((t * 2 + c) * 1000003 + i * P + j)) <= acc[de + 4])
            s[i][j] = (signed char)-s[i][j];
        }
    }

  long m = 0, e = 0;
  for (int i = 1; i <= L; i++)
    for (int j = 1; j <= L; j++) {
      m += s[i][j];
      e -= s[i][j] * (s[i + 1][j] + s[i][j + 1]);
    }
  printf("M=%ld E=%ld\n", m, e);
  return 0;
}
