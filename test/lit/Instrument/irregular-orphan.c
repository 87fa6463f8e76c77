// A worksharing loop that stands in a function which a region calls, and is not read as a whole: the region is traced.
// The loop is vectorised on request; that the instrumented one cannot be is nobody's fault, and no warning.
//
// RUN: %instrument -pmecache-instrument=irregular -Werror %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck --check-prefix=OUTPUT %s
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s
//
// OUTPUT: 499500
#include <stdio.h>

static void gather(int n, const int *order, const int *from, int *to) {
#pragma omp for simd
  for (int i = 0; i < n; i++)
    to[i] = from[order[i]];
}
// CHECK: irregular-orphan.c:[[#@LINE-4]]:1: remark: parallel loop 'i' (1 thread, static) measured at n = 1000: {{.*}}of 3000 accesses), {{.*}} of them {{.*}}; L1 about

__attribute__((noinline)) void kernel(int n, const int *order, const int *from, int *to) {
#pragma omp parallel
  gather(n, order, from, to);
}

int main(void) {
  static int order[1000], from[1000], to[1000];
  long sum = 0;
  for (int i = 0; i < 1000; i++) {
    order[i] = i * 7 % 1000;
    from[i] = i;
  }
  kernel(1000, order, from, to);
  for (int i = 0; i < 1000; i++)
    sum += to[i];
  printf("%ld\n", sum);
  return 0;
}
