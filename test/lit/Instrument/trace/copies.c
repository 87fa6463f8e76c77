// Structures that are assigned are read and written: one access each, as in the model. Those of more than 64 bytes are
// not seen.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck --check-prefix=OUTPUT %s
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// OUTPUT: 499500
#include <stdio.h>

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

int main(void) {
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
  printf("%ld\n", sum);
  return 0;
}
