#include <stdio.h>
#include <stdlib.h>

#define N 1000
#define S (N + 2)

static void generation(const signed char *a, signed char *b) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++) {
      const signed char *p = a + i * S + j;
      int n = p[-S - 1] + p[-S] + p[-S + 1] + p[-1] + p[1] + p[S - 1] + p[S] + p[S + 1];
      b[i * S + j] = n == 3 || (n == 2 && *p);
    }
}

int main(void) {
  signed char *a = calloc(S * S, 1), *b = calloc(S * S, 1);
  if (!a || !b)
    return 1;
  for (int i = 1; i <= N; i++)
    for (int j = 1; j <= N; j++)
      a[i * S + j] = ((unsigned)(i * S + j) * 2654435761u >> 13) % 10 < 3;
  for (int g = 0; g < 10; g++) {
    generation(a, b);
    generation(b, a);
  }
  int alive = 0;
  for (int i = 0; i < S * S; i++)
    alive += a[i];
  printf("%d\n", alive);
  free(a);
  free(b);
  return 0;
}
