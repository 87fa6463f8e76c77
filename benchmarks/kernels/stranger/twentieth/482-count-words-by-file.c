/* Counts words in many short texts; a counter of four bytes for each text. */
#include <stdio.h>

#define TEXTS 4000
#define LENGTH 400

static char text[TEXTS][LENGTH];
static int words[TEXTS];

int main(void) {
  for (int t = 0; t < TEXTS; t++)
    for (int i = 0; i < LENGTH; i++)
      text[t][i] = (t + i) % 6 == 0 ? ' ' : 'x';
#pragma omp parallel for schedule(static, 1)
  for (int t = 0; t < TEXTS; t++)
    for (int i = 1; i < LENGTH; i++)
      if (text[t][i] != ' ' && text[t][i - 1] == ' ')
        words[t]++;
  printf("%d\n", words[TEXTS - 1]);
  return 0;
}
