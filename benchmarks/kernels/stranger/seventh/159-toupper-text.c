#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>

#define LEN 2000000

static void upcase(char *t, long n) {
#pragma omp parallel for schedule(guided, 4096)
  for (long i = 0; i < n; i++)
    t[i] = (char)toupper((unsigned char)t[i]);
}

int main(void) {
  static const char words[] = "the quick brown fox jumps over a lazy dog; ";
  char *t = malloc(LEN);
  if (!t)
    return 1;
  for (long i = 0; i < LEN; i++)
    t[i] = words[i % (long)(sizeof words - 1)];
  upcase(t, LEN);
  unsigned h = 5381;
  for (long i = 0; i < LEN; i++)
    h = h * 33 + (unsigned char)t[i];
  printf("%08x\n", h);
  free(t);
  return 0;
}
