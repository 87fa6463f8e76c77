// What cannot be written, or not wholly, is missing, which is said: the program's output and exit status are the plain
// ones, and a file of the name is a profile or is none.
//
// RUN: %clang -O2 -fopenmp %s -o %t.plain
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.usual
// RUN: rm -rf %t.out && mkdir -p %t.out
//
// At every size that a file may have.
// RUN: bash -c 'for blocks in 1 2 3 4 5 6 7 8 9 10 12 16; do (ulimit -f $blocks; PMECACHE_PROFILE_OUT=%t.out/$blocks.pmeprof PMECACHE_TRACE_OUT=%t.out/$blocks.trace OMP_NUM_THREADS=2 %t.exe | cat; echo status $?); done' > %t.log 2>%t.err
// RUN: %FileCheck --check-prefix=SIZES %s < %t.log
// RUN: %FileCheck --check-prefix=SAID %s < %t.err
// RUN: bash -c 'for f in %t.out/*.pmeprof; do %pmecache profile show $f >/dev/null || echo unreadable $f; done; ls %t.out | grep -c tmp; true' 2>&1 | %FileCheck --check-prefix=READ %s
//
// No memory of its own, no folder, no name.
// RUN: bash -c 'ulimit -v 120000; PMECACHE_PROFILE_OUT=%t.out/memory.pmeprof OMP_NUM_THREADS=1 %t.exe' > %t.log 2> %t.err
// RUN: diff %t.log %t.usual
// RUN: env PMECACHE_PROFILE_OUT=/dev/null/x OMP_NUM_THREADS=2 %t.exe > %t.log 2> %t.err
// RUN: diff %t.log %t.usual
// RUN: %FileCheck --check-prefix=FOLDER %s < %t.err
// RUN: bash -c 'mkdir %t.out/gone && cd %t.out/gone && rmdir ../gone && env -u HOME OMP_NUM_THREADS=2 %t.exe' > %t.log 2> %t.err
// RUN: diff %t.log %t.usual
// RUN: %FileCheck --check-prefix=GONE %s < %t.err
//
// Nobody reads what is said, and nobody reads the profile.
// RUN: bash -c 'set -o pipefail; (PMECACHE_PROFILE_OUT=/dev/null/x OMP_NUM_THREADS=2 %t.exe 2>&3; echo status $? >&4) 3>&1 4>%t.status >%t.log | true; cat %t.status' | %FileCheck --check-prefix=PIPE %s
// RUN: diff %t.log %t.usual
//
// SIZES-COUNT-12: {{^}}1
// SIZES-NOT: status {{[1-9]}}
// SAID: no profile written to {{.*}}: File too large
// READ-NOT: unreadable
// READ: 0
// FOLDER: warning: no profile written to '/dev/null/x': cannot write '/dev/null/x{{.*}}': Not a directory
// GONE: warning: no profile written to 'pmecache-{{[0-9]+}}.pmeprof': {{.*}}No such file or directory
// PIPE: status 0
#include <stdio.h>

static unsigned next[1 << 14];

int main(void) {
  unsigned long sum = 0;
  for (unsigned i = 0; i < 1 << 14; i++)
    next[i] = (i * 40503u + 7) & 0x3fff;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1 << 14; i++)
    sum += next[next[i]];
  printf("1 %lu\n", sum);
  return 0;
}
