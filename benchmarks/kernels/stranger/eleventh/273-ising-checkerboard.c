/* Ising model, checkerboard update of a char lattice, hashed random numbers */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define L 1022
static signed char s[L][L];
static uint32_t accept_below[5];

static inline uint32_t rng(uint32_t i, uint32_t t) {
  uint32_t h = i * 0x9E3779B1u + t * 0x85EBCA77u;
  h ^= h >> 15;
  h *= 0x2C1B3C6Du;
  h ^= h >> 12;
  h *= 0x297A2D39u;
  return h ^ (h >> 15);
}
static void half_sweep(int parity, uint32_t t) {
#pragma omp parallel for schedule(static)
  for (int y = 0; y < L; y++) {
    int up = (y + L - 1) % L, dn = (y + 1) % L;
    for (int x = (y + parity) & 1; x < L; x += 2) {
      int nb = s[up][x] + s[dn][x] + s[y][(x + 1) % L] + s[y][(x + L - 1) % L];
      int de = s[y][x] * nb;
      if (de <= 0 || rng(y * L + x, t) < accept_below[de])
        s[y][x] = -s[y][x];
    }
  }
}
int main(int argc, char **argv) {
  int sweeps = argc > 1 ? atoi(argv[1]) : 10;
  double beta = 0.42;
  for (int d = 1; d < 5; d++)
    accept_below[d] = (uint32_t)(4294967295.0 * exp(-2 * beta * d));
  for (int i = 0; i < L * L; i++)
    s[i / L][i % L] = rng(i, 12345) & 1 ? 1 : -1;
  for (int t = 0; t < sweeps; t++) {
    half_sweep(0, 2 * t);
    half_sweep(1, 2 * t + 1);
  }
  long m = 0;
  for (int i = 0; i < L * L; i++)
    m += s[i / L][i % L];
  printf("magnetisation %ld\n", m);
  return 0;
}
