/* Zonal and meridional means of T[lev][lat][lon]; the second is collapsed
   over an inner index that is contiguous. */
#include <stdio.h>
#include <stdlib.h>

#define LEV 30
#define LAT 180
#define LON 360

int main(void) {
  float(*T)[LAT][LON] = malloc(sizeof(float) * LEV * LAT * LON);
  float(*zm)[LAT] = malloc(sizeof(float) * LEV * LAT);
  float(*mm)[LON] = malloc(sizeof(float) * LEV * LON);
  for (int l = 0; l < LEV; l++)
    for (int j = 0; j < LAT; j++)
      for (int i = 0; i < LON; i++)
        T[l][j][i] = 200.0f + (float)((l * 7 + j * 3 + i) % 97);

#pragma omp parallel
  {
#pragma omp for collapse(2) schedule(static)
    for (int l = 0; l < LEV; l++)
      for (int j = 0; j < LAT; j++) {
        float s = 0.0f;
        for (int i = 0; i < LON; i++)
          s += T[l][j][i];
        zm[l][j] = s / LON;
      }
#pragma omp for collapse(2) schedule(static)
    for (int l = 0; l < LEV; l++)
      for (int i = 0; i < LON; i++) {
        float s = 0.0f;
        for (int j = 0; j < LAT; j++)
          s += T[l][j][i];
        mm[l][i] = s / LAT;
      }
  }

  double c = 0.0;
  for (int l = 0; l < LEV; l++) {
    for (int j = 0; j < LAT; j++)
      c += zm[l][j];
    for (int i = 0; i < LON; i++)
      c -= 0.5 * mm[l][i];
  }
  printf("%.4f\n", c);
  free(T);
  free(zm);
  free(mm);
  return 0;
}
