// A trace that comes to no good end: what was written before is read, what is missing is said, the program goes on.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: %clang -O2 -g -fopenmp %s -o %t.plain
// RUN: %t.plain > %t.usual
//
// A full disk, and a file that reaches the limit of the process.
// RUN: env PMECACHE_TRACE_OUT=/dev/full PMECACHE_PROFILE_OUT=%t.pmeprof OMP_NUM_THREADS=2 %t.exe > %t.out 2> %t.err
// RUN: diff %t.out %t.usual
// RUN: %FileCheck --check-prefix=FULL %s < %t.err
// RUN: bash -c "ulimit -f 8; PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=/dev/null OMP_NUM_THREADS=2 %t.exe" > %t.out 2> %t.err
// RUN: diff %t.out %t.usual
// RUN: %FileCheck --check-prefix=LIMIT %s < %t.err
// RUN: %pmecache profile show %t.trace 2>&1 | %FileCheck --check-prefix=CUT %s
// FULL: warning: the trace '/dev/full' ends here: it cannot be written (No space left on device); the program goes on
// FULL-NOT: warning
// LIMIT: (File too large)
// CUT: the file was cut off: {{[0-9]+}} bytes of its last packet are missing
// CUT: parallel loop
//
// A program that is killed.
// RUN: env PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.none OMP_NUM_THREADS=1 %not --crash %t.exe kill
// RUN: %pmecache mimic %t.trace --machine corei7 --threads 1,2 > %t.out 2> %t.err
// RUN: %FileCheck --check-prefix=KILLED %s < %t.err
// RUN: %FileCheck --check-prefix=DEALT %s < %t.out
// KILLED: warning: at byte {{[0-9]+}}: the trace has no end: the program was killed or the disk was full
// DEALT: method: mimic
// DEALT: 2 L1
//
// A name that cannot be opened.
// RUN: env PMECACHE_TRACE_OUT=/nonexistent/x PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 2>&1 | %FileCheck --check-prefix=NAME %s
// NAME: warning: the trace '/nonexistent/x' ends here: it cannot be written (No such file or directory)
#include <signal.h>
#include <stdio.h>

static unsigned next[1 << 16];

int main(int argument_count, char **arguments) {
  (void)arguments;
  unsigned long sum = 0;
  for (unsigned i = 0; i < 1 << 16; i++)
    next[i] = (i * 40503u + 7) & 0xffff;
  for (int round = 0; round < 8; round++) {
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < 1 << 16; i++)
      sum += next[next[i] ^ (unsigned)round];
    if (round == 6 && argument_count > 1)
      raise(SIGKILL);
  }
  printf("%lu\n", sum);
  return 0;
}
