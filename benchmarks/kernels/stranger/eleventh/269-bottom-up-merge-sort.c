/* bottom-up merge sort of strings' 8-byte keys; runs double each pass */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#define N 300000
static uint64_t buf0[N], buf1[N];

static void merge(const uint64_t *s, uint64_t *d, int lo, int mid, int hi) {
  int i = lo, j = mid;
  for (int k = lo; k < hi; k++)
    d[k] = (i < mid && (j >= hi || s[i] <= s[j])) ? s[i++] : s[j++];
}
static int min(int a, int b) { return a < b ? a : b; }

int main(void) {
  uint64_t x = 1;
  for (int i = 0; i < N; i++) {
    x ^= x << 13;
    x ^= x >> 7;
    x ^= x << 17;
    buf0[i] = x;
  }
  uint64_t *a = buf0, *b = buf1;
  for (int run = 1; run < N; run *= 2) {
#pragma omp parallel for schedule(static)
    for (int lo = 0; lo < N; lo += 2 * run)
      merge(a, b, lo, min(lo + run, N), min(lo + 2 * run, N));
    uint64_t *t = a;
    a = b;
    b = t;
  }
  uint64_t h = 0;
  int sorted = 1;
  for (int i = 0; i < N; i++) {
    h = h * 1000003 + a[i];
    if (i && a[i] < a[i - 1])
      sorted = 0;
  }
  printf("%d %llx\n", sorted, (unsigned long long)h);
  return 0;
}
