/* Sorts keys with their values by eight bits at a time: each thread counts the digits of its own part, the counts of all
 * threads are added up, and each thread moves its part to where it belongs. SIZE keys. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int omp_get_thread_num(void);
int omp_get_max_threads(void);

enum { BITS = 8, DIGITS = 1 << BITS };

typedef struct item {
  uint32_t key, value;
} item;

static void one_pass(const item *from, item *to, int count, int shift, int *places, int threads) {
#pragma omp parallel num_threads(threads)
  {
    int number = omp_get_thread_num();
    int low = (int)((long)count * number / threads), high = (int)((long)count * (number + 1) / threads);
    int *mine = &places[number * DIGITS];
    for (int d = 0; d < DIGITS; d++)
      mine[d] = 0;
    for (int i = low; i < high; i++)
      mine[from[i].key >> shift & (DIGITS - 1)]++;
#pragma omp barrier
#pragma omp single
    for (int d = 0, sum = 0; d < DIGITS; d++)
      for (int t = 0; t < threads; t++) {
        int here = places[t * DIGITS + d];
        places[t * DIGITS + d] = sum;
        sum += here;
      }
    for (int i = low; i < high; i++)
      to[mine[from[i].key >> shift & (DIGITS - 1)]++] = from[i];
  }
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 60000, threads = omp_get_max_threads();
  item *items = malloc(sizeof *items * (size_t)count), *other = malloc(sizeof *other * (size_t)count);
  int *places = malloc(sizeof *places * (size_t)(threads * DIGITS));
#pragma omp parallel for schedule(static)
  for (int i = 0; i < count; i++)
    items[i] = (item){(uint32_t)i * 2654435761u ^ (uint32_t)i >> 3, (uint32_t)i};
  for (int shift = 0; shift < 32; shift += BITS) {
    one_pass(items, other, count, shift, places, threads);
    item *kept = items;
    items = other;
    other = kept;
  }
  long wrong = 0;
#pragma omp parallel for reduction(+ : wrong)
  for (int i = 1; i < count; i++)
    wrong += items[i - 1].key > items[i].key;
  printf("%ld %u\n", wrong, items[count / 2].value);
  return (int)wrong;
}
