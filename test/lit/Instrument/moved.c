// What was measured is used where the lines of the source have moved since; where lines within the function have, and its
// loops cannot be found, it is said.
//
// RUN: rm -rf %t && mkdir -p %t/first %t/later %t/within && cp %s %t/first/kernel.c
// RUN: sed "1i \\\n" %s > %t/later/kernel.c
// RUN: sed 's|^// here|// here\n|' %s > %t/within/kernel.c
// RUN: %instrument -pmecache-instrument=irregular %t/first/kernel.c %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: cd %t/later && env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clang -fopenmp %load -O2 -g -c -o /dev/null kernel.c -Rpass=cache 2>&1 | %FileCheck %s
// RUN: cd %t/within && env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clang -fopenmp %load -O2 -g -c -o /dev/null kernel.c -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=WITHIN
//
// CHECK-NOT: warning
// CHECK: kernel.c:25:1: remark: {{.*}} measured: {{.*}}reading 'b' (kernel.c:27:13)
// WITHIN: warning: -pmecache-profile: moved.c.tmp.pmeprof: lines within gather have moved since the run: what it measured of the loop that was at line 23 is not used. Build the instrumented program again, and run it
// WITHIN-NOT: measured:
enum { N = 20000 };
double a[N], b[N];
int places[N];

__attribute__((noinline)) void gather(void) {
  // a comment
// here
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    a[i] += b[places[i]];
}

int main(void) {
  for (int i = 0; i < N; i++)
    places[i] = (int)(i * 7919l % N);
  gather();
  return 0;
}
