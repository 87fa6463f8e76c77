#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NS 40000

static void lengths(char **s, size_t *len, int n) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++)
    len[i] = strlen(s[i]);
}

int main(void) {
  char **s = malloc(NS * sizeof *s);
  size_t *len = malloc(NS * sizeof *len), tot = 0;
  if (!s || !len)
    return 1;
  for (int i = 0; i < NS; i++) {
    int l = 3 + (i * 31) % 40;
    s[i] = malloc(l + 1);
    memset(s[i], 'a' + i % 26, l);
    s[i][l] = 0;
  }
  for (int r = 0; r < 10; r++)
    lengths(s, len, NS);
  for (int i = 0; i < NS; i++)
    tot += len[i] * (size_t)(i % 3 + 1);
  printf("%zu\n", tot);
  for (int i = 0; i < NS; i++)
    free(s[i]);
  free(s);
  free(len);
  return 0;
}
