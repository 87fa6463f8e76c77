/* Forest fire on a long double-ended strip: cells hold {fuel, heat, flags, spare}, copied each step. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct cell {
  float fuel;
  float heat;
  unsigned flags;
  unsigned spare;
};

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 80000;
  struct cell *a = calloc((size_t)n, sizeof *a), *b = calloc((size_t)n, sizeof *b);
  if (!a || !b)
    return 1;
  for (int i = 0; i < n; i++) {
    a[i].fuel = 1.0f + (float)(i % 6);
    a[i].heat = i % 1000 == 500 ? 50.0f : 0.0f;
  }
  for (int t = 0; t < 25; t++) {
#pragma omp parallel for schedule(dynamic, 3)
    for (int i = 1; i < n - 1; i++) {
      b[i] = a[i];
      b[i].heat = 0.5f * a[i].heat + 0.25f * (a[i - 1].heat + a[i + 1].heat);
      if (b[i].heat > 1.0f && b[i].fuel > 0.0f) {
        b[i].fuel -= 0.5f;
        b[i].heat += 0.75f;
        b[i].flags |= 1u;
      }
    }
    struct cell *s = a;
    a = b;
    b = s;
  }
  double c = 0.0;
  for (int i = 1; i < n - 1; i++)
    c += a[i].fuel + a[i].flags;
  printf("%.2f\n", c);
  free(a);
  free(b);
  return 0;
}
