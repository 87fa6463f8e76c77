// A power of two whose exponent is what the program is given: the exponent can be given here, too. `taken: log2size = 0`
// stood there, with a hint to measure the size.
// RUN: env %corei7 %clang -O2 -g1 -fopenmp %load -Rpass=cache -c -o /dev/null %s 2>&1 \
// RUN:   | %FileCheck %s --implicit-check-not=taken
// RUN: env %corei7 PMECACHE_PARAMS=log2size=20 %clang -O2 -g1 -fopenmp %load -Rpass=cache -c -o /dev/null %s 2>&1 \
// RUN:   | %FileCheck %s --check-prefix=GIVEN
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int log2size = atoi(argv[1]);
  int64_t size = 1L << log2size;
  uint64_t *table = malloc(size * sizeof *table);
#pragma omp parallel for
  for (int64_t i = 0; i < size; i++)
    table[i] = i;
  printf("%d %lu %ld\n", argc, table[5], (long)size);
}

// CHECK: power-of-two.c:15:1: remark: parallel loop 'i' for every n = 1 << log2size: L3{{.*}} 0.125 n misses
// CHECK-SAME: PMECACHE_PARAMS='log2size=10'
// GIVEN: power-of-two.c:15:1: remark: parallel loop 'i' (4 threads, static): {{.*}}misses (13% of 1.0M accesses)
// GIVEN-SAME: for log2size = 20
