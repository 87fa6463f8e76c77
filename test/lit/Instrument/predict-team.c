// A profile of one thread answers for any team and schedule: the misses are those of its trace, dealt out, as far as a
// sample of some lines can tell; with an interval that holds them.
//
// RUN: env %corei7 %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: python3 %S/Inputs/team_misses.py %pmecache %t.pmeprof %t.trace
//
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --threads 1,4 --schedule dynamic,8 | %FileCheck %s
// CHECK: team of 1 thread:
// CHECK: team of 4 threads:
// CHECK: parallel loop i at {{.*}}predict-team.c:[[#@LINE+23]]:1, 4 threads, dynamic,8, 10.0K iterations
// CHECK: L2 private x4 {{.*}} estimate
//
// The next compile says it for its own team.
// RUN: env %corei7 PMECACHE_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=REMARK %s
// REMARK: predict-team.c:[[#@LINE+18]]:1: remark: parallel loop 'i' (4 threads, static) from a run of 1 thread at n = 10000: L3 costs most, with about {{.*}}; L1 about {{.*}}, L2 about
//
// A run of several threads has no sample: that is said.
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.two %t.exe
// RUN: not %pmecache profile predict %t.two --machine corei7 --threads 4 2>&1 | %FileCheck --check-prefix=TWO %s
// TWO: error: the profile is of a run with 2 threads: other teams are answered from a run of one (pmecache record --threads 1)
//
// A trace has all of it.
// RUN: %pmecache profile predict %t.trace --machine corei7 --threads 4 | %FileCheck --check-prefix=TRACE %s
// TRACE: method: mimic
// RUN: not %pmecache profile predict %t.pmeprof --machine corei7 --threads 4 --interleave tango 2>&1 | %FileCheck --check-prefix=HOW %s
// HOW: --interleave: error: expected any, round-robin or uniform
enum { N = 10000 };
static double from[N], to[N];
static int at[N];

__attribute__((noinline)) void gather(int n) {
// The line below is the pragma.
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++)
    to[i] += from[at[i]];
}

int main(void) {
  for (int i = 0; i < N; i++)
    at[i] = (int)((unsigned)i * 40503u >> 3) % N;
  gather(N);
  return 0;
}
