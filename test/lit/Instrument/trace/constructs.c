// All worksharing constructs, also in functions that are called from the region: a trace of three threads has the same
// pieces and iterations as that of one, and deals out to the same accesses and, but for a few lines on the stack, misses.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env OMP_NUM_THREADS=3 PMECACHE_TRACE_OUT=%t.3 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache mimic %t.1 --machine corei7 --threads 4 --schedule static,4 --json 2> %t.err | python3 %S/../Inputs/private_misses.py > %t.dealt
// RUN: %pmecache mimic %t.3 --machine corei7 --threads 4 --schedule static,4 --json 2>> %t.err | python3 %S/../Inputs/private_misses.py > %t.other
// RUN: python3 %S/../Inputs/close.py %t.dealt %t.other 8
// RUN: %not grep . %t.err
// RUN: %FileCheck %s < %t.dealt
//
// Twice: 3 * 4096 in each of two loops in functions, 800 in sections, 4 * 4096 in the collapsed loop, 1 by the master,
// 4096 in the ordered loop, 1366 backwards, 2 * 4096, 100 by one; 3 of each of the four threads at the end.
// CHECK: L1 111054
enum { N = 4096 };
static _Alignas(64) double a[N], b[64][64], c[N];
static _Alignas(64) int index_of[N];

static void add_one(int n) {
#pragma omp for schedule(guided)
  for (int i = 0; i < n; i++)
    c[index_of[i]] += 1;
}

// Others may call it, too: traced in its own right.
void twice(int n) {
#pragma omp for
  for (int i = 0; i < n; i++)
    a[index_of[i]] *= 2;
}

__attribute__((noinline)) double kernel(int n) {
  double sum = 0;
#pragma omp parallel reduction(+ : sum)
  {
    add_one(n);
    twice(n);
#pragma omp sections
    {
#pragma omp section
      for (int i = 0; i < 100; i++)
        a[i] += c[index_of[i]];
#pragma omp section
      for (int i = 100; i < 200; i++)
        a[i] += c[index_of[i]];
    }
#pragma omp for collapse(2) schedule(dynamic, 3)
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < 64; j++)
        b[i][j] += a[index_of[i * 64 + j]];
#pragma omp master
    a[7] = 1;
#pragma omp barrier
#pragma omp for ordered
    for (int i = 0; i < 64; i++) {
      double row = 0;
      for (int j = 0; j < 64; j++)
        row += b[i][j];
#pragma omp ordered
      sum += row;
    }
#pragma omp for schedule(static, 1) nowait
    for (int i = n - 1; i >= 0; i -= 3)
      sum += a[i];
#pragma omp for simd
    for (int i = 0; i < n; i++)
      c[i] = a[i];
#pragma omp single nowait
    for (int i = 0; i < 50; i++)
      c[i] += 1;
#pragma omp critical
    c[3] += 1;
  }
  return sum;
}

int main(void) {
  for (int i = 0; i < N; i++)
    index_of[i] = (i * 37) & (N - 1);
  return kernel(N) + kernel(N) >= 0 ? 0 : 1;
}
