// A program that is killed at any moment leaves a trace that can be read, and a profile or none.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: bash -c 'for ms in 001 005 010 020 030 050 080 120 200 300; do PMECACHE_TRACE_OUT=%t.out/$ms.trace PMECACHE_PROFILE_OUT=%t.out/$ms.pmeprof OMP_NUM_THREADS=2 timeout -s KILL 0.$ms %t.exe; done; true' > %t.log 2>&1
// RUN: bash -c 'for f in %t.out/*.trace %t.out/*.pmeprof; do [ ! -e $f ] || [ ! -s $f ] || %pmecache profile show $f || echo "unreadable $(stat -c %%s $f)"; done' > %t.shown 2>&1
// RUN: %FileCheck %s < %t.shown
//
// CHECK-NOT: unreadable {{[0-9][0-9][0-9]+}}
// CHECK: parallel loop
// CHECK-NOT: unreadable {{[0-9][0-9][0-9]+}}
#include <stdio.h>

static unsigned next[1 << 16];

int main(void) {
  unsigned long sum = 0;
  for (unsigned i = 0; i < 1 << 16; i++)
    next[i] = (i * 40503u + 7) & 0xffff;
  for (int round = 0; round < 40; round++)
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1 << 16; i++)
      sum += next[next[i] ^ (unsigned)round];
  printf("%lu\n", sum);
  return 0;
}
