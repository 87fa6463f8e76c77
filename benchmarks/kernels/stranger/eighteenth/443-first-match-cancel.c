/* Lines of a log are compared with a pattern until all that match are marked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 20000
#define LEN 80

int main(void) {
  char(*line)[LEN] = malloc((size_t)LINES * LEN);
  unsigned char *hit = calloc(LINES, 1);
  for (int i = 0; i < LINES; i++)
    for (int j = 0; j < LEN; j++)
      line[i][j] = (char)('a' + (i * 7 + j * j) % 26);
  const char *pattern = "xyz";

#pragma omp parallel for schedule(static, 16)
  for (int i = 0; i < LINES; i++)
    for (int j = 0; j + 3 <= LEN; j++)
      if (line[i][j] == pattern[0] && line[i][j + 1] == pattern[1]) {
        hit[i] = 1;
        break;
      }

  int n = 0;
  for (int i = 0; i < LINES; i++)
    n += hit[i];
  printf("%d\n", n);
  free(line);
  free(hit);
  return 0;
}
