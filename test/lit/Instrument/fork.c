// Each process writes its own profile: a child has only what it did itself.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.out/run-%%p.pmeprof %t.exe
// RUN: cat %t.out/run-*.pmeprof | %FileCheck %s
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.out/run.pmeprof %t.exe
// RUN: cat %t.out/run.pmeprof | %FileCheck --check-prefix=PARENT %s
// RUN: cat %t.out/run.pmeprof.* | %FileCheck --check-prefix=CHILD %s
//
// And its own trace.
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.out/run.trace PMECACHE_PROFILE_OUT=%t.out/run.pmeprof %t.exe
// RUN: mv %t.out/run.trace.* %t.out/child.trace
// RUN: %pmecache profile merge %t.out/run.trace -o %t.out/parent && %FileCheck --check-prefix=PARENT %s < %t.out/parent
// RUN: %pmecache profile merge %t.out/child.trace -o %t.out/child && %FileCheck --check-prefix=CHILD %s < %t.out/child
//
// CHECK-DAG: 111
// CHECK-DAG: 222
// PARENT: 111
// PARENT-NOT: value 222
// CHILD-NOT: value 111
// CHILD: 222
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static double a[1000];

__attribute__((noinline)) void scale(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

int main(void) {
  scale(111);
  if (fork() == 0) {
    scale(222);
    exit(0);
  }
  wait(NULL);
  return 0;
}
