/* Sums one double out of every 72-byte cell, read-only reduction over an array of structures. */
#include <stdio.h>
#include <stdlib.h>

struct cell {
  double rho, mom[3], energy, grad[3], phi;
};

enum { N = 700000 };

int main(void) {
  struct cell *c = malloc(N * sizeof *c);
  if (!c)
    return 1;
  for (int i = 0; i < N; i++) {
    c[i] = (struct cell){.rho = 1.0 + i % 4, .energy = 0.5 * (i % 8)};
    c[i].mom[0] = i & 1;
  }

  double total = 0;
  for (int pass = 0; pass < 20; pass++) {
    double e = 0;
#pragma omp parallel for reduction(+ : e)
    for (int i = 0; i < N; i++)
      e += c[i].energy;
    total += e / (pass + 1);
  }

  printf("%.6e\n", total + c[N / 2].rho + c[5].mom[0]);
  free(c);
  return 0;
}
