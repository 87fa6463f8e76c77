/* Odd-even transposition sorting network on a deck of cards. */
#include <stdio.h>
#include <stdlib.h>

#define DECK 6000

int main(void) {
  int *card = malloc(sizeof(int) * DECK);
  unsigned s = 2024u;
  for (int i = 0; i < DECK; i++) {
    s = s * 1103515245u + 12345u;
    card[i] = (int)((s >> 8) & 0xffff);
  }
#pragma omp parallel
  for (int phase = 0; phase < DECK; phase++) {
#pragma omp for schedule(static, 2)
    for (int i = phase & 1; i < DECK - 1; i += 2)
      if (card[i] > card[i + 1]) {
        int t = card[i];
        card[i] = card[i + 1];
        card[i + 1] = t;
      }
  }
  long c = 0;
  for (int i = 0; i < DECK; i++)
    c += (long)card[i] * (i % 17);
  printf("%ld\n", c);
  free(card);
  return 0;
}
