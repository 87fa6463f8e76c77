/* Turns fields of 12 characters around, in place, three at a time. */
#include <stdio.h>

#define FIELDS 200000
#define LENGTH 12

static char field[FIELDS][LENGTH];

int main(void) {
  for (int f = 0; f < FIELDS; f++)
    for (int i = 0; i < LENGTH; i++)
      field[f][i] = (char)('a' + (f + i) % 26);
#pragma omp parallel for schedule(static, 3)
  for (int f = 0; f < FIELDS; f++)
    for (int i = 0; i < LENGTH / 2; i++) {
      char c = field[f][i];
      field[f][i] = field[f][LENGTH - 1 - i];
      field[f][LENGTH - 1 - i] = c;
    }
  printf("%.12s\n", field[FIELDS / 2]);
  return 0;
}
