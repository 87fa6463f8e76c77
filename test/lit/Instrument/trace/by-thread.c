// What a thread has for its number is its own, although the run of one thread comes to the row of that one alone: no two
// threads take its lines from each other. What stands beside each other in a line is not.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.trace PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.trace --machine 'cores=4;L1=32K,8,64,latency=4;L2=1M,8,64,latency=14;memory=300;transfer=400;frequency=3G' --threads 4 --time --json > %t.json
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s ALL ROWS | %FileCheck --check-prefix=MORE %s
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s BESIDE ROWS | %FileCheck --check-prefix=MORE %s
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s ALL TABLE | %FileCheck --check-prefix=MORE %s
// RUN: python3 %S/../Inputs/times_of_lines.py %t.json %s ALL LESS | %FileCheck --check-prefix=MORE %s
//
// MORE: {{^([2-9]|[1-9][0-9])[.][0-9]}} times
int omp_get_thread_num(void);

enum { N = 32768, BINS = 1024, THREADS = 64 };
static _Alignas(64) int rows[THREADS * BINS], all[BINS], beside[BINS * THREADS], keys[N];
static int *table[THREADS];

__attribute__((noinline)) static void tally(int bins, const int *restrict key, int *own_rows, int *one, int *members,
                                            int **listed, int lowest) {
#pragma omp parallel
  {
    int *own = own_rows + (long)omp_get_thread_num() * bins, *member = members + omp_get_thread_num();
    int number = omp_get_thread_num();
#pragma omp for // ROWS
    for (int i = 0; i < N; i++)
      own[key[i]]++;
#pragma omp for // ALL
    for (int i = 0; i < N; i++)
      one[key[i]]++;
#pragma omp for // BESIDE
    for (int i = 0; i < N; i++)
      member[key[i] * THREADS]++;
#pragma omp for // TABLE
    for (int i = 0; i < N; i++)
      listed[number][key[i]]++;
#pragma omp for // LESS
    for (int i = 0; i < N; i++)
      own_rows[number * bins + key[i] - lowest]++;
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    keys[i] = (int)((unsigned)i * 2654435761u >> 22);
  for (int t = 0; t < THREADS; t++)
    table[t] = rows + t * BINS;
  tally(BINS, keys, rows, all, beside, table, 0);
  return 0;
}
