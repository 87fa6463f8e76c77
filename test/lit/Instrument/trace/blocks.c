// A recorded trace, block by block: as text it is the same trace to `mimic`, Algorithm 1 deals its blocks out, and AMM's
// table has each block's executions, by counting and by the branches. (One set: where the stack lies beside the arrays
// changes from run to run.)
//
// RUN: %clang -O1 -g -fopenmp %load_options -mllvm -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache trace show %t.trace > %t.text
// RUN: %FileCheck %s --check-prefix=TEXT < %t.text
// RUN: %pmecache mimic %t.trace --machine 'cores=4;L1=4K,64,64' --threads 1,4 --no-interval > %t.recorded
// RUN: %pmecache mimic %t.text --machine 'cores=4;L1=4K,64,64' --threads 1,4 --no-interval | diff - %t.recorded
// RUN: %pmecache trace show %t.trace --json --most 2 | %FileCheck %s --check-prefix=JSON
// RUN: %pmecache mimic %t.trace --machine 'cores=4;L1=4K,64,64' --threads 4 --method blocks | %FileCheck %s --check-prefix=DEALT
// RUN: %pmecache profile show %t.trace --blocks --windows 50 --machine 'cores=4;L1=4K,64,64' | %FileCheck %s --check-prefix=BLOCKS
// RUN: %pmecache profile show %t.pmeprof --blocks | %FileCheck %s --check-prefix=PROFILE
// RUN: env OMP_NUM_THREADS=2 PMECACHE_TRACE_OUT=%t.2.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %not %pmecache profile show %t.2.trace --blocks 2>&1 | %FileCheck %s --check-prefix=THREADS

// TEXT: pmetrace 1
// TEXT: is main
// TEXT: loop static
// TEXT-NEXT: i
// TEXT-NEXT: b
// JSON: {"border": "iteration"}
// JSON: {"block": {{[0-9]+}}, "function": "main{{.*}}"references": {{\[\[}}"
// DEALT: method: blocks (asked for)
// DEALT: 4 L1 4 4000
// BLOCKS: block executions by branches P(BB) weight refs first mean dist. windows
// BLOCKS: main:[[# @LINE + 14]]:{{[0-9]+}} 1000 1000 {{.*}} 50
// BLOCKS: hit rates by SDCM
// PROFILE: main:[[# @LINE + 12]]:{{[0-9]+}} 1000 -
// THREADS: the blocks of several threads have no order: trace a run with OMP_NUM_THREADS=1

static double a[1000], b[1000];
static int place[1000];

int main(void) {
  for (int i = 0; i < 1000; i++)
    place[i] = i * 7 % 1000;
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 1000; i++) {
    // One block: what follows is executed as a whole.
    a[i] = b[place[i]] + a[i];
  }
  return a[3] != 0;
}
