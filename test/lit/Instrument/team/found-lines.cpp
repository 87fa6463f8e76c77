// What one function leaves in the caches for another one is known where the run went through the loops of both: `first` fills
// what `second` reads, and of the lines that a call of `second` touches first all are there in L3.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 65536
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/found_lines.py %t.json | %FileCheck %s
//
// A run that did not go through them does not tell.
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 65536
// RUN: env PMECACHE_PROFILE=%t.pmeprof PMECACHE_JSON=%t.json PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64;L3=2M,16,64,shared=4' OMP_NUM_THREADS=1 PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/Inputs/found_lines.py %t.json | %FileCheck %s --check-prefix=VALUES
//
// CHECK:      first L1 {{(-|[01]%)}} L2 {{(-|[01]%)}} L3 50%
// CHECK-NEXT: second L1 {{(-|[01]%)}} L2 {{(-|[01]%)}} L3 100%
// VALUES:      first L1 - L2 - L3 -
// VALUES-NEXT: second L1 - L2 - L3 -
#include <stdlib.h>

__attribute__((noinline)) static void first(int count, double *to) {
#pragma omp parallel for
  for (int i = 0; i < count; i++)
    to[i] = i;
}

__attribute__((noinline)) static double second(int count, const double *from) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < count; i++)
    sum += from[i];
  return sum;
}

int main(int argc, char **argv) {
  int count = argc > 1 ? atoi(argv[1]) : 1;
  double *a = static_cast<double *>(malloc(sizeof *a * count)), sum = 0;
  for (int t = 0; t < 2; t++) {
    first(count, a);
    sum += second(count, a);
  }
  return sum < 0;
}
