// A region whose threads share one part of its work out by their numbers, and another one as a worksharing loop: the run has
// the loops in it, the region is none there. Rows of 6 or 7 elements are 7 on average to the model, and what data choose is
// known to the run alone: the region has what its loops have there, for another team, too.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -Rpass=cache -Rpass-missed=cache -c %s -o /dev/null 2>&1 | %FileCheck %s --check-prefix=REMARK
// RUN: python3 %S/Inputs/region_by_number.py %t.json | %FileCheck %s
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=4 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/region_by_number.py %t.json | %FileCheck %s --check-prefix=OTHER
#include <stdlib.h>
int omp_get_num_threads(void);
int omp_get_thread_num(void);

__attribute__((noinline)) void deal(int rows, const int *restrict first, const int *restrict column,
                                    int *restrict count, int *restrict total) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num();
    int from = own * (rows / team), to = own == team - 1 ? rows : from + rows / team;
    for (int i = from; i < to; i++)
      for (int k = first[i]; k < first[i + 1]; k++)
        count[column[k]]++;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < rows; i++)
      total[i] = count[i];
  }
}

int main(void) {
  enum { ROWS = 16000 };
  int *first = calloc(ROWS + 1, sizeof *first), *column = calloc(7 * ROWS, sizeof *column);
  int *count = calloc(ROWS, sizeof *count), *total = calloc(ROWS, sizeof *total);
  for (int i = 0; i < ROWS; i++)
    first[i + 1] = first[i] + (i % 4 ? 7 : 6);
  for (int k = 0; k < 7 * ROWS; k++)
    column[k] = k * 7 % ROWS;
  deal(ROWS, first, column, count, total);
  return total[3] == 0;
}

// 108,000 columns, and 32,000 ends of rows beside them: 8,750 lines of three arrays.
// CHECK: region: measured, 464000 accesses, L3 87{{[0-9][0-9]}}
// REMARK: parallel region by thread 'own' (1 thread) measured at {{.*}}: L3 costs most, with about 87{{[0-9][0-9]}} misses
// REMARK-NOT: measure it
// OTHER: region: measured, 464000 accesses, L3 87{{[0-9][0-9]}}
