// Structures that are assigned are read and written: one access each, as in the model. Blocks of more than 64 bytes, or of
// a length that varies, are loops over pieces of 8 bytes, also as in the model.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck --check-prefix=OUTPUT %s
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// OUTPUT: 499501
#include <stdio.h>
#include <string.h>

typedef struct particle {
  double place[3], speed[3];
  long kind;
} particle;

__attribute__((noinline)) void gather(int n, const int *order, const particle *from, particle *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[order[i]];
}
// CHECK: parallel loop i at [[#@LINE-4]]:1: entered 1 times, 1000 iterations, 3000 accesses

__attribute__((noinline)) void gather_rows(int n, const int *order, int columns, const double *from, double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memcpy(to + i * columns, from + order[i] * columns, columns * sizeof *to);
}
// CHECK: parallel loop i at [[#@LINE-4]]:1: entered 1 times, 10 iterations, 1010 accesses
// CHECK: loop ? at [[#@LINE-3]]:5: entered 10 times, 500 iterations, 1000 accesses

// A length of 0 is no round.
__attribute__((noinline)) void clear_rows(int n, const int *length, double *to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memset(to + i * 50, 0, length[i] * sizeof *to);
}
// CHECK: parallel loop i at [[#@LINE-4]]:1: entered 1 times, 10 iterations, 35 accesses

struct large {
  double all[20];
};
__attribute__((noinline)) void assign(int n, const int *order, struct large *to, const struct large *from) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    to[i] = from[order[i]];
}
// CHECK: parallel loop i at [[#@LINE-4]]:1: entered 1 times, 5 iterations, 205 accesses

int main(void) {
  static double a[500], b[500];
  static struct large c[5], d[5];
  static int length[10] = {0, 1, 2, 3, 4, 5, 5, 5, 0, 0};
  static int order[1000];
  static particle from[1000], to[1000];
  long sum = 0;
  for (int i = 0; i < 1000; i++) {
    order[i] = i * 7 % 1000;
    from[i].kind = i;
  }
  gather(1000, order, from, to);
  for (int i = 0; i < 1000; i++)
    sum += to[i].kind;
  for (int i = 0; i < 10; i++)
    order[i] = 9 - i;
  a[499] = 1;
  gather_rows(10, order, 50, a, b);
  clear_rows(10, length, a);
  c[4].all[19] = b[49];
  assign(5, order + 5, d, c); // 4, 3, ..
  sum += (long)d[0].all[19];
  printf("%ld\n", sum);
  return 0;
}
