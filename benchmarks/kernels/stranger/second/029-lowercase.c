/* Lowercases ASCII text in place in dynamic chunks of 100 bytes, chunk ends falling inside cache lines. */
#include <stdio.h>
#include <stdlib.h>

#define LEN 8000000

static char text[LEN];

int main(void) {
  static const char pat[] = "The Quick Brown Fox JUMPS over 13 lazy DOGS. ";
  for (int i = 0; i < LEN; i++)
    text[i] = pat[(i + i / 1000) % (int)(sizeof pat - 1)];

  long letters = 0;
#pragma omp parallel for schedule(dynamic, 100) reduction(+ : letters)
  for (int i = 0; i < LEN; i++) {
    char c = text[i];
    if (c >= 'A' && c <= 'Z')
      text[i] = (char)(c + 32);
    letters += (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
  }

  unsigned h = 5381;
  for (int i = 0; i < LEN; i++)
    h = h * 33 ^ (unsigned char)text[i];
  printf("%ld %u\n", letters, h);
  return 0;
}
