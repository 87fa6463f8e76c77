// What each thread has allocated for itself and keeps in a thread-private pointer is its own, as a variable of the thread
// is: no thread takes a line of another one. A pointer that all have got from one (copyin), or of which it is not known
// what it holds, is not.
//
// RUN: env PMECACHE_DUMP=%t.dump %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: cat %t.dump/lines.pme | %FileCheck %s
//
// CHECK: array "&own"
// CHECK-NEXT: array memory element 8 heap private
// CHECK-NEXT: array "&given"
// CHECK-NEXT: array memory.2 element 8 heap likely
#include <stdlib.h>

static double *own, *given;
#pragma omp threadprivate(own, given)

void prepare(int n) {
#pragma omp parallel
  own = malloc(n * sizeof *own);
  given = malloc(n * sizeof *given);
}

void lines(int n, double *out) {
#pragma omp parallel copyin(given)
#pragma omp for
  for (int r = 0; r < n; r++) {
    for (int i = 1; i < n; i++)
      own[i] = 0.5 * own[i - 1] + given[i];
    out[r] = own[n - 1];
  }
}
