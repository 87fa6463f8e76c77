// What members of a thread's own structure point to is the thread's own, where it allocates that itself, or a function of
// another file fills the structure that is given nothing else. Blocks that all threads share are not.
//
// RUN: %recover -O2 && cat %t/filled.pme | %FileCheck %s
// RUN: cat %t/allocated.pme | %FileCheck %s --check-prefix=ALLOCATED
// RUN: cat %t/lent.pme | %FileCheck %s --check-prefix=LENT
//
// CHECK: array own.counts element 8 private
// CHECK: assume no-alias "'own.counts' is the thread's own"
//
// ALLOCATED: array own.counts element 8 {{.*}}private
// ALLOCATED-NOT: the thread's own
//
// LENT: array own.counts element 8 heap
// LENT-NOT: private
// LENT: loop i
#include <stdlib.h>

struct buffers {
  long *counts, *places;
  int used;
};
void fill(struct buffers *);
void use(struct buffers *, const int *);

void filled(int n, const int *key) {
#pragma omp parallel
  {
    struct buffers own;
    fill(&own);
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 64; k++)
        own.counts[k] += key[i];
    use(&own, key);
  }
}

void allocated(int n, const int *key) {
#pragma omp parallel
  {
    struct buffers own;
    own.counts = malloc(128 * sizeof(long));
    own.places = own.counts + 64;
    use(&own, key);
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 64; k++)
        own.counts[k] += key[i];
  }
}

void lent(int n, const int *key) {
  long *counts = malloc(64 * sizeof(long));
#pragma omp parallel
  {
    struct buffers own;
    own.counts = counts;
    use(&own, key);
#pragma omp for
    for (int i = 0; i < n; i++)
      for (int k = 0; k < 64; k++)
        own.counts[k] += key[i];
  }
  free(counts);
}
