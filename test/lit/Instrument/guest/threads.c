// Threads beside OpenMP, teams in teams, and more threads than a profile has room for: the program runs as ever, with
// memory for those alone that are measured.
//
// RUN: %clang -O2 -fopenmp %s -o %t.plain -lpthread
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=2 %t.plain > %t.usual
// RUN: env OMP_NUM_THREADS=2 OMP_MAX_ACTIVE_LEVELS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.log
// RUN: diff %t.log %t.usual
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// CHECK: parallel loop
#include <pthread.h>
#include <stdio.h>

static unsigned next[1 << 12];

static unsigned long gather(unsigned long start) {
  unsigned long sum = start;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1 << 12; i++)
    sum += next[next[i]];
  return sum;
}

static void *work(void *result) {
  *(unsigned long *)result = gather(1);
  return NULL;
}

int main(void) {
  unsigned long sums[20], all = 0;
  pthread_t threads[20];
  for (unsigned i = 0; i < 1 << 12; i++)
    next[i] = (i * 40503u + 7) & 0xfff;
  for (int t = 0; t < 20; t++)
    if (pthread_create(&threads[t], NULL, work, &sums[t]))
      return 1;
  for (int t = 0; t < 20; t++) {
    pthread_join(threads[t], NULL);
    all += sums[t];
  }
#pragma omp parallel for reduction(+ : all)
  for (int t = 0; t < 4; t++)
    all += gather((unsigned long)t);
  printf("%lu\n", all);
  return 0;
}
