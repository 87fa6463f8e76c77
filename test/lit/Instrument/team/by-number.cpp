// Threads that share loops out by their numbers, without a worksharing loop: the model has a loop over the threads, the run
// has the loops in it. Where data choose places in these, the region has the numbers of the run.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 40000
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/region_by_number.py %t.json | %FileCheck %s
//
// 40,000 keys are read twice, 2,500 lines, and written to a part of as many; 1,024 counts are cleared, read and written.
// CHECK: region: measured, 241024 accesses, L3 {{3[0-9][0-9][0-9]}}
#include <cstdlib>

extern "C" int omp_get_thread_num(void);
extern "C" int omp_get_num_threads(void);

enum { DIGITS = 1024 };

__attribute__((noinline)) static void deal(const unsigned *from, unsigned *to, int count, int *places) {
#pragma omp parallel
  {
    int number = omp_get_thread_num(), threads = omp_get_num_threads();
    int low = (int)((long)count * number / threads), high = (int)((long)count * (number + 1) / threads);
    int *mine = &places[number * DIGITS];
    for (int d = 0; d < DIGITS; d++)
      mine[d] = 0;
    for (int i = low; i < high; i++)
      mine[from[i] % DIGITS]++;
    for (int i = low; i < high; i++)
      to[(from[i] + (unsigned)i * 7919u) % (unsigned)count] = from[i];
  }
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1;
  unsigned *from = static_cast<unsigned *>(malloc(sizeof *from * count)),
           *to = static_cast<unsigned *>(malloc(sizeof *to * count));
  int *places = static_cast<int *>(malloc(sizeof *places * DIGITS * 64));
  for (int i = 0; i < count; i++)
    from[i] = (unsigned)i * 2654435761u;
  deal(from, to, count, places);
  return to[5] == 1;
}
