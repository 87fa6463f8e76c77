/* A join of two tables in partitions: keys are counted, places of partitions added up, rows scattered, and then each
 * partition builds a small table and is looked up in it. SIZE rows in the left table, twice as many in the right one. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTITIONS = 64, BLOCK = 1024 };

typedef struct row {
  unsigned key, value;
} row;

static unsigned draw(unsigned below) {
  static unsigned state = 991;
  state = state * 1664525u + 1013904223u;
  return (state >> 8) % below;
}

static unsigned hash(unsigned key) { return key * 2654435761u; }
static unsigned partition_of(unsigned key) { return hash(key) >> 26; }

static row *make_table(int count, unsigned keys) {
  row *table = malloc(sizeof *table * (size_t)count);
  for (int i = 0; i < count; i++)
    table[i] = (row){draw(keys), (unsigned)i};
  return table;
}

/* Rows in the order of their partitions; `begin` has where each starts. Every block of rows counts for itself. */
static row *scatter(const row *table, int count, int *begin) {
  int blocks = (count + BLOCK - 1) / BLOCK;
  int *place = calloc((size_t)blocks * PARTITIONS, sizeof *place);
  row *out = malloc(sizeof *out * (size_t)count);
#pragma omp parallel for
  for (int b = 0; b < blocks; b++)
    for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < count; i++)
      place[b * PARTITIONS + (int)partition_of(table[i].key)]++;
  int sum = 0;
  for (int p = 0; p < PARTITIONS; p++) {
    begin[p] = sum;
    for (int b = 0; b < blocks; b++) {
      int here = place[b * PARTITIONS + p];
      place[b * PARTITIONS + p] = sum;
      sum += here;
    }
  }
  begin[PARTITIONS] = sum;
#pragma omp parallel for
  for (int b = 0; b < blocks; b++)
    for (int i = b * BLOCK; i < (b + 1) * BLOCK && i < count; i++)
      out[place[b * PARTITIONS + (int)partition_of(table[i].key)]++] = table[i];
  free(place);
  return out;
}

static long join(const row *left, const int *left_begin, const row *right, const int *right_begin, int slots) {
  long matches = 0;
#pragma omp parallel reduction(+ : matches)
  {
    int *head = malloc(sizeof *head * (size_t)slots), *next = malloc(sizeof *next * (size_t)slots);
#pragma omp for schedule(dynamic)
    for (int p = 0; p < PARTITIONS; p++) {
      const row *l = left + left_begin[p];
      int count = left_begin[p + 1] - left_begin[p];
      memset(head, -1, sizeof *head * (size_t)slots);
      for (int i = 0; i < count; i++) {
        int s = (int)(hash(l[i].key) >> 8) & (slots - 1);
        next[i] = head[s];
        head[s] = i;
      }
      for (int i = right_begin[p]; i < right_begin[p + 1]; i++)
        for (int at = head[(int)(hash(right[i].key) >> 8) & (slots - 1)]; at >= 0; at = next[at])
          matches += l[at].key == right[i].key;
    }
    free(head);
    free(next);
  }
  return matches;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 20000, slots = 64;
  while (slots < 2 * count / PARTITIONS)
    slots *= 2;
  row *left = make_table(count, (unsigned)count), *right = make_table(2 * count, (unsigned)count);
  int left_begin[PARTITIONS + 1], right_begin[PARTITIONS + 1];
  row *l = scatter(left, count, left_begin), *r = scatter(right, 2 * count, right_begin);
  printf("%ld\n", join(l, left_begin, r, right_begin, slots));
  return 0;
}
