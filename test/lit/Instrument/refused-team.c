// A loop that the model refuses as a whole is answered from the run for the team of the compile, not for that of the run:
// threads that add to the same elements take lines from each other.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -Rpass=cache -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=REMARK %s
// RUN: %FileCheck %s < %t.json
#include <stdlib.h>

enum { BLOCKS = 3, LONGEST = 4000, BINS = 512 };

struct block {
  int length, *bin;
  struct block *next;
};

__attribute__((noinline)) void tally(const struct block *block, double *count) {
  for (; block; block = block->next) {
    const int *bin = block->bin;
    int length = block->length;
#pragma omp parallel for
    for (int i = 0; i < length; i++)
      count[bin[i]] += 1;
  }
}

int main(void) {
  static struct block block[BLOCKS];
  double *count = calloc(BINS, sizeof *count);
  for (int b = 0; b < BLOCKS; b++) {
    block[b] = (struct block){LONGEST - b, malloc(LONGEST * sizeof(int)), b + 1 < BLOCKS ? &block[b + 1] : NULL};
    for (int i = 0; i < LONGEST; i++)
      block[b].bin[i] = rand() % BINS;
  }
  tally(block, count);
  return count[3] < 0;
}

// REMARK: parallel loop 'i' (4 threads, static) from a run of 1 thread at {{.*}} of the misses of L1 are lines that other threads wrote
// CHECK: "variable": "i",
// CHECK: "threads": 4,
// CHECK: "status": "modelled",
// CHECK: "coherence": {{[1-9]}}
