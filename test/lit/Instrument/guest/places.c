// A link at the place of the profile is replaced, one that lies where it is written aside is not followed; several
// processes that write one profile leave one of them whole, and nothing beside it.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: bash -c 'cd %t.out && echo precious >victim && ln -s victim run.pmeprof && PMECACHE_PROFILE_OUT=run.pmeprof OMP_NUM_THREADS=1 %t.exe links && cat victim && ls' 2>&1 | %FileCheck --check-prefix=LINKS %s
// RUN: %pmecache profile show %t.out/run.pmeprof | %FileCheck --check-prefix=SHOWN %s
// RUN: rm -rf %t.out && mkdir -p %t.out
// RUN: bash -c 'for i in 1 2 3 4 5 6 7 8 9 10 11 12; do PMECACHE_PROFILE_OUT=%t.out/one.pmeprof OMP_NUM_THREADS=1 %t.exe & done; wait; ls %t.out' 2>&1 | %FileCheck --check-prefix=ONE %s
// RUN: %pmecache profile show %t.out/one.pmeprof 2>&1 | %FileCheck --check-prefix=SHOWN %s
//
// LINKS: precious
// LINKS-NEXT: run.pmeprof
// LINKS-NEXT: victim
// LINKS-NOT: {{.}}
// SHOWN-NOT: warning
// SHOWN: n = 1000
// SHOWN-NOT: warning
// ONE-NOT: {{.}}
// ONE: one.pmeprof
// ONE-NOT: {{.}}
#include <stdio.h>
#include <unistd.h>

static double a[1000];

__attribute__((noinline)) void scale(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] *= 2;
}

int main(int count, char **arguments) {
  char beside[64];
  (void)arguments;
  snprintf(beside, sizeof beside, "run.pmeprof.%ld.tmp", (long)getpid());
  scale(1000);
  return count > 1 && symlink("victim", beside) != 0;
}
