// What is said of a team that never ran: the symbol in num_threads() is that team, wherever it stands, not what it was in
// the run. Rows of threads, a constant distance apart, are followed to the byte, however short: these are 24 bytes, three
// threads and more share a line, and a multiple of a line apart, where the first one begins within a line.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env PMECACHE_MACHINE='cores=4;L1=32K,8,64;L2=1M,8,64' PMECACHE_THREADS=4 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof PMECACHE_ADVISE=off %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/../Inputs/coherence_of_lines.py %t.json %s | %FileCheck %s
//
// CHECK: SHORT: {{(3[0-9]|4[0-9])}}% of 12288
// CHECK: LONG: {{([5-9]|1[0-9])}}% of 12288
// CHECK: SINGLE: {{(3[0-9]|4[0-9])}}% of 16384
// CHECK: TURNS: 0% of
// CHECK: SUM: {{.*}} of 36
int omp_get_thread_num(void);

enum { N = 4096, ROW = 16, MOST = 64 };
static int key[N], wide[N * 4];
static _Alignas(64) char memory[64 + MOST * ROW * 8];
static _Alignas(64) long short_rows[MOST * 3], single[MOST];

__attribute__((noinline)) static long tally(int threads, const int *keys, long *rows, long *shorts, long *singles) {
  long sum = 0;
#pragma omp parallel for num_threads(threads) // SHORT
  for (int i = 0; i < N; i++)
    shorts[omp_get_thread_num() * 3 + keys[i] % 3]++;
#pragma omp parallel for num_threads(threads) // LONG
  for (int i = 0; i < N; i++)
    rows[omp_get_thread_num() * ROW + keys[i]]++;
#pragma omp parallel for num_threads(threads) // SINGLE
  for (int i = 0; i < N; i++)
    singles[omp_get_thread_num()] += wide[keys[i]];
#pragma omp parallel for num_threads(threads) // TURNS
  for (int i = 0; i < N; i++)
    for (int k = omp_get_thread_num(); k < 64; k += 64)
      sum += wide[keys[i] + k];
#pragma omp parallel for // SUM
  for (int r = 0; r < 3; r++)
    for (int t = 0; t < threads; t++)
      rows[r] += rows[t * ROW + r];
  return sum;
}

int main(int argc, char **argv) {
  (void)argv;
  for (int i = 0; i < N; i++)
    key[i] = (int)((unsigned)i * 2654435761u >> 28);
  return (int)tally(argc, key, (long *)(memory + 16), short_rows, single) & 1;
}
