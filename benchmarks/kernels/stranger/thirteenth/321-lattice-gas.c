/* HPP lattice gas in bytes: 4 direction bits per site, torus of 1024 x 1024. */
#include <stdio.h>
#include <stdlib.h>

#define L 1024
#define MASK (L - 1)

static unsigned char grid[2][L][L];

static unsigned char collide(unsigned char s) { return s == 5 ? 10 : s == 10 ? 5 : s; }

int main(void) {
  for (int y = 0; y < L; y++)
    for (int x = 0; x < L; x++)
      grid[0][y][x] = (unsigned char)((x * 7 + y * 13 + (x * y) % 11) & 15);

  for (int t = 0; t < 10; t++) {
    int a = t & 1, b = a ^ 1;
#pragma omp parallel for schedule(static, 8)
    for (int y = 0; y < L; y++)
      for (int x = 0; x < L; x++) {
        unsigned char s = 0;
        s |= grid[a][y][(x - 1) & MASK] & 1;
        s |= grid[a][(y - 1) & MASK][x] & 2;
        s |= grid[a][y][(x + 1) & MASK] & 4;
        s |= grid[a][(y + 1) & MASK][x] & 8;
        grid[b][y][x] = collide(s);
      }
  }
  unsigned long c = 0;
  for (int y = 0; y < L; y++)
    for (int x = 0; x < L; x++)
      c = c * 17 + grid[0][y][x];
  printf("%lx\n", c);
  return 0;
}
