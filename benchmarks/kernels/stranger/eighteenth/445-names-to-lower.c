/* Names of 24 bytes, and what their hash is beside each other. */
#include <stdio.h>
#include <stdlib.h>

typedef char name[24];

int main(void) {
  const int n = 80000;
  name *t = malloc(n * sizeof *t);
  unsigned *hash = malloc(n * sizeof *hash);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 24; j++)
      t[i][j] = (char)(j == 23 ? 0 : 'A' + (i + j) % 26);

#pragma omp parallel for schedule(static, 1)
  for (int i = 0; i < n; i++) {
    unsigned h = 5381;
    for (int j = 0; j < 23; j++) {
      t[i][j] |= 32;
      h = h * 33 + (unsigned char)t[i][j];
    }
    hash[i] = h;
  }

  unsigned s = 0;
  for (int i = 0; i < n; i++)
    s ^= hash[i];
  printf("%u\n", s);
  free(t);
  free(hash);
  return 0;
}
