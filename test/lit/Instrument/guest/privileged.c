// A program that runs with more rights than its user obeys no variable and writes nothing. (The program says itself what
// the system would tell of a set-user-ID file.)
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: bash -c 'cd %t.out && PMECACHE_VERBOSE=1 PMECACHE_TRACE_OUT=%t.out/trace PMECACHE_PROFILE_OUT=%t.out/profile PMECACHE_PROGRESS=1 OMP_NUM_THREADS=2 %t.exe' > %t.log 2>&1
// RUN: %FileCheck %s < %t.log
// RUN: bash -c 'echo left: $(ls -A %t.out)' | %FileCheck --check-prefix=LEFT %s
//
// CHECK: warning: this program has more rights than its user: it is not measured, and nothing is written
// CHECK-NOT: pmecache
// CHECK: sum 499500
// CHECK-NOT: pmecache
// LEFT: left:{{ *$}}
#include <stdio.h>
#include <sys/auxv.h>

static int from[1000];

unsigned long getauxval(unsigned long type) { return type == AT_SECURE; }

int main(void) {
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    from[i] = i;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += from[from[i]];
  printf("sum %ld\n", sum);
  return 0;
}
