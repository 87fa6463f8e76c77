/* column store scan: WHERE qty BETWEEN 5 AND 24 AND disc < 7 */
#include <stdio.h>
#include <stdlib.h>
typedef struct {
  size_t rows;
  signed char *discount;
  short *qty;
  int *price;
} table;

static long revenue(const table *t, short lo, short hi, signed char maxdisc) {
  const signed char *d = t->discount;
  const short *q = t->qty;
  const int *p = t->price;
  long sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (size_t i = 0; i < t->rows; i++) {
    int keep = q[i] >= lo & q[i] <= hi & d[i] < maxdisc;
    sum += keep ? (long)p[i] * d[i] : 0;
  }
  return sum;
}
int main(int argc, char **argv) {
  table t = {argc > 1 ? strtoul(argv[1], NULL, 10) : 2000000ul};
  t.discount = malloc(t.rows);
  t.qty = malloc(t.rows * sizeof(short));
  t.price = malloc(t.rows * sizeof(int));
  for (size_t i = 0; i < t.rows; i++) {
    t.discount[i] = (signed char)(i * 7 % 11);
    t.qty[i] = (short)(i * 13 % 50);
    t.price[i] = (int)(i * 101 % 10007);
  }
  long s = 0;
  for (short k = 0; k < 8; k++)
    s += revenue(&t, 5 + k, 24 + k, 7);
  printf("%ld\n", s);
  return 0;
}
