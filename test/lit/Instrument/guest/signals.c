// Handlers of signals that run instrumented loops themselves, at any moment: the program comes to its end, its output is
// the plain one, and its profile can be read.
//
// RUN: %clang -O2 -fopenmp %s -o %t.plain
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 timeout 60 %t.plain > %t.usual
// RUN: bash -c 'for i in 1 2 3; do PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof OMP_NUM_THREADS=1 timeout 60 %t.exe || echo status $?; done' > %t.log 2> %t.err
// RUN: bash -c 'cat %t.usual %t.usual %t.usual' | diff %t.log -
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
// RUN: %pmecache profile show %t.trace | %FileCheck %s
//
// CHECK: parallel loop
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static unsigned next[1 << 14];
static volatile unsigned long from_handler;
static volatile sig_atomic_t computes; /* the OpenMP runtime must not be called while it is at work */

static void handle(int signal) {
  unsigned long sum = 0;
  (void)signal;
  if (!computes)
    return;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 2000; i++)
    sum += next[next[i]];
  from_handler = sum;
}

int main(void) {
  static const struct itimerval often = {{0, 4000}, {0, 4000}}, never;
  unsigned long sum = 0;
  for (unsigned i = 0; i < 1 << 14; i++)
    next[i] = (i * 40503u + 7) & 0x3fff;
  signal(SIGVTALRM, handle);
  setitimer(ITIMER_VIRTUAL, &often, NULL);
#pragma omp parallel for reduction(+ : sum)
  for (int round = 0; round < 100; round++) {
    computes = 1;
    for (int i = 0; i < 1 << 14; i++)
      sum += next[next[i] ^ (unsigned)(round & 63)];
    computes = 0;
  }
  setitimer(ITIMER_VIRTUAL, &never, NULL);
  printf("%lu\n", sum);
  return 0;
}
