// Functions that have changed since the run are refused one by one; the others are answered.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -DCHANGED -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
//
// A comment, another function, or another place in the file is no change.
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -DMORE -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck --check-prefix=SAME %s
//
// CHECK: warning: -pmecache-profile: stale.c.tmp.pmeprof: the code of changed is not that of the run: its source has changed since, or the instrumented program was built with other options (-O, -D, -g)
// A profile of another program is not passed over in silence.
// RUN: env %corei7 PMECACHE_PROFILE=%t.pmeprof %remarks -DOTHER -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=OTHER %s
// OTHER: warning: -pmecache-profile: stale.c.tmp.pmeprof: nothing of {{.*}}stale.c is in it ('other' was looked for); it holds {{.*}}'{{changed|same|main}}' (stale.c)
//
// SAME-NOT: warning
// SAME-NOT: {{is not known|for every n}}
static double a[1000], b[1000];

#ifdef OTHER
void other(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i];
}
#else

#ifdef MORE
static void print_error(const char *text) {
#pragma omp parallel for
  for (int i = 0; i < 1000; i++)
    a[i] = *text;
}
void (*use)(const char *) = print_error;
#endif

__attribute__((noinline)) void changed(int n) {
// CHECK: stale.c:[[#@LINE+1]]:1: remark: {{.*}}for every n
#pragma omp parallel for
  for (int i = 0; i < n; i++)
#ifdef CHANGED
    a[i] = b[i] * 2;
#else
    a[i] = b[i];
#endif
}

__attribute__((noinline)) void same(int n) {
// CHECK: stale.c:[[#@LINE+2]]:1: remark: {{.*}} L1
// SAME: remark: {{.*}} L1
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    b[i] = a[i];
}

int main(int argc, char **argv) {
  (void)argv;
  changed(900 * argc); // not a size that the file gives
  same(800 * argc);
  return 0;
}
#endif
