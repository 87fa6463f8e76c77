// A loop that is handed out in chunks is one loop, at the place of its pragma, entered once a team; the remark is found
// by that place.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck %s < %t.pmeprof
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=REMARK %s
//
// CHECK: loop [[#]] function 0 number 0 parent - at [[#PRAGMA:]]:1 variable "i" parallel {{.*}} executions 3 iterations 1800 ~
// CHECK-NEXT: loop [[#]] function 0 number 1 parent 0 at {{.*}} executions 1800 iterations 7200 ~
// CHECK-NEXT: loop [[#]] function 0 number 2 parent - at [[#PRAGMA+6]]:1 variable "i" parallel {{.*}} executions 3 iterations 1800 ~
// CHECK-NEXT: loop [[#]] function 0 number 3 parent - at [[#PRAGMA+9]]:1 variable "i" parallel {{.*}} executions 3 iterations 1800 ~
// CHECK-NOT: loop [[#]] function
static double a[600], b[600 * 4];
static int at[600];

__attribute__((noinline)) static void kernel(int n) {
#pragma omp parallel
  {
// REMARK: chunks.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads, {{.*}}) measured at n = 600, in 3 executions: {{L[12]}} costs most, with about {{.*}} misses ({{.*}} accesses){{.*}}; {{L[12]}} about {{.*}}; L3, which threads share, is not known without a trace ({{.*}} misses if each thread had one for itself; PMECACHE_TRACE_OUT=run.trace, pmecache mimic run.trace --threads 2)
#pragma omp for schedule(dynamic, 8)
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 4; j++)
        if (at[i] != 7)
          b[i * 4 + j] = a[at[i]];
// REMARK: chunks.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads, {{.*}}) measured at n = 600, in 3 executions: {{L[12]}} costs most, with about {{.*}} misses ({{.*}} accesses){{.*}}; {{L[12]}} about {{.*}}; L3, which threads share, is not known without a trace ({{.*}} misses if each thread had one for itself; PMECACHE_TRACE_OUT=run.trace, pmecache mimic run.trace --threads 2)
#pragma omp for schedule(static, 16)
    for (int i = 0; i < n; i++)
      a[at[i]] += 1;
#pragma omp for schedule(static, 16)
    for (int i = 0; i < n; i++)
      a[i] += 1;
  }
}

int main(void) {
  for (int i = 0; i < 600; i++)
    at[i] = i * 7 % 600;
  for (int r = 0; r < 3; r++)
    kernel(600);
  return 0;
}
