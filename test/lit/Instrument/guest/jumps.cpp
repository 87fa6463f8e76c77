// Exceptions within regions, jumps out of instrumented functions, and the sanitizers of the program's own beside it.
//
// RUN: %clangxx -O2 -g -fopenmp %load_options -mllvm -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck %s
// RUN: %pmecache profile show %t.pmeprof | %FileCheck --check-prefix=SHOWN %s
// RUN: %clangxx -O2 -g -fopenmp -fPIE -pie -fsanitize=undefined -fsanitize-trap=undefined %load_options -mllvm -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | %FileCheck %s
// RUN: %pmecache profile show %t.pmeprof | %FileCheck --check-prefix=SHOWN %s
//
// CHECK: caught 4, jumped 10, sum 1996
// SHOWN: parallel loop
#include <csetjmp>
#include <cstdio>
#include <stdexcept>

static int from[1000];
static jmp_buf back;

static long gather(int n) {
  long sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++)
    sum += from[from[i]];
  return sum;
}

static void leave(int n) {
  if (gather(n) >= 0)
    longjmp(back, 1);
}

int main() {
  int caught = 0;
  volatile int jumped = 0;
  long sum = 0;
  for (int i = 0; i < 1000; i++)
    from[i] = i;
#pragma omp parallel for reduction(+ : caught, sum)
  for (int i = 0; i < 1000; i++)
    try {
      if (from[i] % 250 == 3)
        throw std::runtime_error("odd");
      sum += 2;
    } catch (const std::exception &) {
      caught++;
      sum += 1;
    }
  for (volatile int n = 0; n < 10; n = n + 1)
    if (setjmp(back) == 0)
      leave(n * 10);
    else
      jumped = jumped + 1;
  std::printf("caught %d, jumped %d, sum %ld\n", caught, jumped, sum);
  return 0;
}
