/* A book of loans as an array of structures; only two of its fields are used in the hot loop. */
#include <stdio.h>
#include <stdlib.h>

struct loan {
  long id;
  double principal;
  double rate;
  int months;
  int region;
  char borrower[64];
  double paid;
};

int main(int argc, char **argv) {
  int n = argc > 1 ? atoi(argv[1]) : 120000;
  struct loan *book = malloc(sizeof *book * (size_t)n);
  if (!book)
    return 1;
  for (int i = 0; i < n; i++) {
    book[i].id = i;
    book[i].principal = 1000.0 + (i % 777) * 13.0;
    book[i].rate = 0.01 + (i % 13) * 0.002;
    book[i].months = 12 + i % 48;
    book[i].region = i % 11;
    book[i].borrower[0] = (char)('a' + i % 26);
    book[i].paid = 0.0;
  }
  double total = 0.0;
  for (int quarter = 0; quarter < 12; quarter++) {
#pragma omp parallel for reduction(+ : total) schedule(static)
    for (int i = 0; i < n; i++)
      total += book[i].principal * book[i].rate * 0.25;
  }
  printf("interest %.2f\n", total);
  free(book);
  return 0;
}
