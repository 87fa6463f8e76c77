/* The word that somebody meant: edit distances row by row. */
#include "pmecache/nearest.h"

#include <string.h>

enum { MOST_BYTES = 63 };

static int smaller(int a, int b) { return a < b ? a : b; }

static int length_of(const char *word) { return (int)strnlen(word, MOST_BYTES); }

/* From the distances of a's first i bytes to the beginnings of b to those of i + 1 bytes. */
static void next_row(char byte, const char *b, int length, int *row) {
  int before = row[0]++;
  for (int j = 0; j < length; j++) {
    int kept = before + (byte != b[j]);
    before = row[j + 1];
    row[j + 1] = smaller(kept, smaller(row[j], before) + 1);
  }
}

int pme_edit_distance(const char *a, const char *b, int most) {
  int row[MOST_BYTES + 1], length = length_of(b);
  for (int j = 0; j <= length; j++)
    row[j] = j;
  for (int i = 0; i < length_of(a); i++)
    next_row(a[i], b, length, row);
  return smaller(row[length], most + 1);
}

const char *pme_nearest(const char *word, const char *const *words, int count) {
  int most = smaller((length_of(word) + 2) / 3, 2);
  const char *best = NULL;
  for (int i = 0; i < count; i++) {
    int distance = *words[i] ? pme_edit_distance(word, words[i], most) : most + 1;
    if (distance <= most) {
      best = words[i];
      most = distance - 1;
    }
  }
  return best;
}
