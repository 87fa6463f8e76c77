// A loop is timed as a compiler leaves it: functions that wait for each other take their latencies, longer than a core
// looks ahead; what the loop may change, captured by reference, is read and computed in each iteration; atomic additions
// lock, and a hash is a chain that no vectors are made of.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -lm -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.trace --machine 'cores=4;L1=32K,8,64,latency=4;L2=1M,8,64,latency=14;memory=300;issue=4.5;chain=3;frequency=3G' --threads 1 --time --json > %t.json
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s DEEP WIDE | %FileCheck --check-prefix=LATENCY %s
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s SHARED KNOWN | %FileCheck --check-prefix=AGAIN %s
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s LOCKED KNOWN | %FileCheck --check-prefix=ATOMIC %s
// RUN: %FileCheck --check-prefix=HASH --input-file=%t.pmeprof %s
//
// LATENCY: {{^(1[.][5-9]|[2-3][.][0-9])}} times
// AGAIN: {{^(1[.][5-9]|[2-3][.][0-9])}} times
// HASH: work loop {{[0-9]+}} operations {{[4-9]|1[0-9]}} divisions 0 chain 1 vector 1 path
// ATOMIC: {{^([2-9]|[1-9][0-9])[.][0-9]}} times
#include <math.h>

enum { N = 4096, BLOCKS = 4 };
static double in[N + 2], deep[N], wide[N];
static int counts[BLOCKS * N], keys[N];

__attribute__((noinline)) static void compute(const double *restrict from, double *restrict one,
                                              double *restrict other) {
#pragma omp parallel for // DEEP
  for (int i = 0; i < N; i++)
    one[i] = log(9 + log(9 + log(from[i])));
#pragma omp parallel for // WIDE
  for (int i = 0; i < N; i++)
    other[i] = log(from[i]) + log(from[i + 1]) + log(from[i + 2]);
}

__attribute__((noinline)) static void count(int n, int shift, const int *restrict key, int *to) {
#pragma omp parallel for // SHARED
  for (int b = 0; b < BLOCKS; b++)
    for (int i = n * b / BLOCKS; i < n * (b + 1) / BLOCKS; i++)
      to[b * N + (key[i] >> shift)]++;
#pragma omp parallel for firstprivate(n, shift, key, to) // KNOWN
  for (int b = 0; b < BLOCKS; b++)
    for (int i = n * b / BLOCKS; i < n * (b + 1) / BLOCKS; i++)
      to[b * N + (key[i] >> shift)]++;
#pragma omp parallel for firstprivate(n, shift, key, to) // LOCKED
  for (int b = 0; b < BLOCKS; b++)
    for (int i = n * b / BLOCKS; i < n * (b + 1) / BLOCKS; i++) {
#pragma omp atomic
      to[b * N + (key[i] >> shift)]++;
    }
}

__attribute__((noinline)) static void hash(int n, const int *restrict key, int *restrict to) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    unsigned hashed = 2166136261u;
    for (int left = key[i]; left > 0; left >>= 1)
      hashed = (hashed ^ (unsigned)left) * 16777619u;
    to[i] = (int)hashed;
  }
}

int main(void) {
  for (int i = 0; i < N + 2; i++)
    in[i] = i + 2;
  for (int i = 0; i < N; i++)
    keys[i] = i * 40503 & (N - 1);
  compute(in, deep, wide);
  for (int round = 0; round < 8; round++)
    count(N, 1, keys, counts);
  hash(N, keys, counts);
  return 0;
}
