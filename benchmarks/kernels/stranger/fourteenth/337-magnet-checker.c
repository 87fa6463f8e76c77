/* Checkerboard Ising update: red then black sites, each half a line; rows in larger blocks. */
#include <stdio.h>
#include <stdlib.h>

#define L 768

static signed char spin[L][L];

int main(int argc, char **argv) {
  int sweeps = argc > 1 ? atoi(argv[1]) : 8;
  for (int y = 0; y < L; y++)
    for (int x = 0; x < L; x++)
      spin[y][x] = (x * 3 + y * 5 + x * y) % 7 < 3 ? 1 : -1;
  for (int t = 0; t < sweeps; t++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for schedule(static)
      for (int y = 0; y < L; y++) {
        int yu = y ? y - 1 : L - 1, yd = y + 1 < L ? y + 1 : 0;
        for (int x = (y + colour) & 1; x < L; x += 2) {
          int xl = x ? x - 1 : L - 1, xr = x + 1 < L ? x + 1 : 0;
          int f = spin[yu][x] + spin[yd][x] + spin[y][xl] + spin[y][xr];
          unsigned h = (unsigned)x * 73856093u ^ (unsigned)y * 19349663u ^ (unsigned)t * 83492791u;
          if (f > 0 || (f == 0 && (h & 8)))
            spin[y][x] = 1;
          else if (h & 6)
            spin[y][x] = -1;
        }
      }
    }
  long m = 0;
  for (int y = 0; y < L; y++)
    for (int x = 0; x < L; x++)
      m += spin[y][x] * (x % 3 + 1);
  printf("%ld\n", m);
  return 0;
}
