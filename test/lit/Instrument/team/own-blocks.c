// What each thread has allocated for itself, and finds by a threadprivate pointer: the one thread of the run has one such
// block, which was dealt out to all threads of a team, as if they took its lines from each other.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=256K,8,64' OMP_NUM_THREADS=4 PMECACHE_ADVISE=off PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: python3 -c "import json; print(*[round(l['levels'][0]['coherence']) for f in json.load(open('%t.json'))['functions'] for l in f['loops'] if 'measured' in l])" | %FileCheck %s --check-prefix=LOST
//
// CHECK: from a run of 1 thread
// LOST: {{^}}0 0{{$}}
#include <stdlib.h>

enum { N = 512, BINS = 256 };

static int *bins;
#pragma omp threadprivate(bins)

void prepare(void) {
#pragma omp parallel
  bins = malloc(BINS * sizeof *bins);
}

__attribute__((noinline)) void sort_rows(const int *key, int *most) {
#pragma omp parallel for
  for (int r = 0; r < N; r++) {
    for (int b = 0; b < BINS; b++)
      bins[b] = 0;
    for (int i = 0; i < N; i++)
      bins[key[r * N + i]]++;
    most[r] = bins[key[r]];
  }
}

/* The second function of the file: code that the first one got has no say in what is stored in the pointer. */
__attribute__((noinline)) void count_rows(const int *key, int *most) {
#pragma omp parallel for
  for (int r = 0; r < N; r++) {
    bins[key[r]] = 0;
    for (int i = 0; i < N; i++)
      bins[key[r * N + i]] += i;
    most[r] += bins[key[r]];
  }
}

int main(void) {
  int *key = malloc(N * N * sizeof *key), *most = calloc(N, sizeof *most);
  for (int i = 0; i < N * N; i++)
    key[i] = (int)((unsigned)i * 2654435761u >> 8) % BINS;
  prepare();
  sort_rows(key, most);
  count_rows(key, most);
  return most[3] == -1;
}
