/* Bigram counts over a book: one int matrix per thread inside one big block, 26*26*4 = 2704 bytes each. */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define TEXT 2500000
#define A 26

static char book[TEXT];

int main(void) {
  unsigned s = 31u;
  for (int i = 0; i < TEXT; i++) {
    s = s * 69069u + 1u;
    book[i] = (char)((s >> 20) % A);
  }
  int nt = omp_get_max_threads();
  int *tab = calloc((size_t)nt * A * A, sizeof *tab);
#pragma omp parallel num_threads(nt)
  {
    int *m = tab + (size_t)omp_get_thread_num() * A * A;
#pragma omp for schedule(static)
    for (int i = 1; i < TEXT; i++)
      m[book[i - 1] * A + book[i]]++;
  }
  unsigned long c = 0;
  for (int k = 0; k < A * A; k++) {
    long sum = 0;
    for (int t = 0; t < nt; t++)
      sum += tab[t * A * A + k];
    c = c * 131 + (unsigned long)sum;
  }
  printf("%lu\n", c);
  free(tab);
  return 0;
}
