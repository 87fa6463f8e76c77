// What each thread has for itself, on its stack and on the heap, falls into the sets of a shared cache as in a real run:
// locals of 24 threads do not all meet in the same sets, and a block that each iteration takes and gives back is not
// read by the others.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache mimic %t.trace --machine 'cores=24;L1=32K,8,64;L2=8M,16,64,shared=24' --threads 1,4,24 --no-interval \
// RUN:   | %FileCheck %s
//
// CHECK: {{^ +}}1  L2 {{.*}} [[#ONE:]] {{ *}}0.
// The locals of a thread are 65 lines, its block 33; what is shared is 1,250.
// CHECK: {{^ +}}4  L2 {{.*}} {{1[5-9][0-9][0-9]|1.[5-9][0-9]?K}} {{.*}}%
// CHECK: {{^ +}}24  L2 {{.*}} {{3[5-9][0-9][0-9]|3.[5-9][0-9]?K}} {{.*}}%
#include <stdlib.h>

enum { N = 10000, LOCALS = 512, BLOCK = 256, ROUNDS = 200 };
static double a[N];

__attribute__((noinline)) void kernel(int rounds) {
#pragma omp parallel for schedule(static)
  for (int r = 0; r < rounds; r++) {
    double local[LOCALS], *block = malloc(sizeof *block * BLOCK), sum = 0;
    for (int i = 0; i < LOCALS; i++)
      local[(i * 37) % LOCALS] = a[(r * LOCALS + i) % N];
    for (int i = 0; i < BLOCK; i++)
      block[i] = local[(i * 101) % LOCALS] + i;
    for (int i = 0; i < BLOCK; i++)
      sum += block[(i * 53) % BLOCK];
    a[r] = sum;
    free(block);
  }
}

int main(void) {
  kernel(ROUNDS);
  return a[0] > 1e300;
}
