/* Elements of a mesh add to their corners, colour by colour, so that no two
   of a colour touch. */
#include <stdio.h>
#include <stdlib.h>

#define NX 400
#define NY 400

static int corner[NX * NY][4];
static double load[(NX + 1) * (NY + 1)];

int main(void) {
  int n = 0, first[5] = {0};
  for (int colour = 0; colour < 4; colour++) {
    for (int y = colour / 2; y < NY; y += 2)
      for (int x = colour % 2; x < NX; x += 2, n++)
        for (int k = 0; k < 4; k++)
          corner[n][k] = (y + k / 2) * (NX + 1) + x + k % 2;
    first[colour + 1] = n;
  }

  for (int step = 0; step < 3; step++)
    for (int colour = 0; colour < 4; colour++) {
#pragma omp parallel for schedule(static)
      for (int e = first[colour]; e < first[colour + 1]; e++)
        for (int k = 0; k < 4; k++)
          load[corner[e][k]] += 0.25;
    }

  double s = 0.0;
  for (int i = 0; i < (NX + 1) * (NY + 1); i++)
    s += load[i] * (i % 7);
  printf("%.3f\n", s);
  return 0;
}
