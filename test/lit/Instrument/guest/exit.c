// A program that ends in the middle of a parallel region, while the other threads go on: its exit status is that of the
// plain one, and its profile can be read. What the others did last is missing, which is said.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: bash -c 'for i in 1 2 3 4 5 6 7 8; do PMECACHE_TRACE_OUT=%t.out/$i.trace PMECACHE_PROFILE_OUT=%t.out/$i.pmeprof OMP_NUM_THREADS=4 %t.exe exit || echo status $?; done' > %t.log 2>&1
// RUN: %FileCheck %s < %t.log
// RUN: bash -c 'for f in %t.out/*.pmeprof %t.out/*.trace; do %pmecache profile show $f || echo unreadable; done' > %t.shown 2>&1
// RUN: %FileCheck --check-prefix=SHOWN %s < %t.shown
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: bash -c 'PMECACHE_PROFILE_OUT=%t.out/x OMP_NUM_THREADS=4 %t.exe abort; echo status $?' > %t.log 2>&1
// RUN: %FileCheck --check-prefix=ABORT %s < %t.log
// RUN: bash -c 'PMECACHE_PROFILE_OUT=%t.out/x OMP_NUM_THREADS=4 %t.exe quick || echo status $?' 2>&1 | %FileCheck --check-prefix=QUICK %s
// RUN: bash -c 'echo left: $(ls %t.out)' | %FileCheck --check-prefix=LEFT %s
//
// CHECK: the program ends while {{[123]}} threads are in parallel regions: the last that these did is not measured
// CHECK-COUNT-8: status 3
// SHOWN-NOT: unreadable
// SHOWN: parallel loop
// SHOWN-NOT: unreadable
// ABORT: status 134
// QUICK: status 5
// LEFT: left:{{ *$}}
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static unsigned next[1 << 16], sums[64];

int main(int count, char **arguments) {
  const char *how = count > 1 ? arguments[1] : "";
  static atomic_int rounds;
  for (unsigned i = 0; i < 1 << 16; i++)
    next[i] = (i * 40503u + 7) & 0xffff;
#pragma omp parallel for schedule(static, 1)
  for (int t = 0; t < 4; t++) {
    for (int round = 0; t || round < 40; round++) {
      for (int i = 0; i < 1 << 12; i++)
        sums[t] += next[next[i] ^ (unsigned)round];
      atomic_fetch_add(&rounds, 1);
    }
    while (atomic_load(&rounds) < 200)
      usleep(100);
    if (!strcmp(how, "abort"))
      abort();
    if (!strcmp(how, "quick"))
      _exit(5);
    exit(3);
  }
  return 0;
}
