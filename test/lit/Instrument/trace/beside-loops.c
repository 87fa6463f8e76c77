// What threads do in a region beside worksharing loops is in the sums of the function as it was measured, and each thread
// of a larger team does it, in rows of its own. Rows that a table has near each other lose lines to each other.
//
// RUN: env %corei7 %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=ROW --input-file=%t.pmeprof %s
// ROW-NOT: row loop
// ROW: row loop {{[0-9]+}} offset {{[0-9]+}} bytes 12 visits 20000 references 40000 writes 20000 span 20000 ~
// ROW-NEXT: row loop {{[0-9]+}} offset {{[0-9]+}} bytes 12 distance 80 visits 20000 references 40000 writes 20000 span
// ROW-NOT: row loop
//
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_JSON=%t.one.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: env %corei7 PMECACHE_THREADS=4 PMECACHE_JSON=%t.four.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -c %s -o /dev/null
// RUN: python3 %S/../Inputs/loops_beside.py %t.one.json %t.four.json
int omp_get_thread_num(void);
int omp_get_max_threads(void);
void *calloc(unsigned long, unsigned long);

enum { N = 20000, BINS = 32768, KINDS = 3, WIDE = 20, MOST_THREADS = 64 };
static int key[N], order[BINS], *listed[MOST_THREADS], counted[MOST_THREADS][WIDE];

__attribute__((noinline)) void tally(int n, int bins, int lowest, unsigned char *rows) {
#pragma omp parallel
  {
    int own = omp_get_thread_num() * bins;
    for (int b = 0; b < bins; b++)
      rows[own + order[b]] = 1;
#pragma omp barrier
    int number = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++) {
      rows[own + key[i] - lowest]++;
      listed[number][key[i] % KINDS]++;
      counted[number][key[i] % KINDS]++;
    }
  }
}

int main(void) {
  int threads = omp_get_max_threads();
  int *sums = calloc((unsigned long)threads * KINDS, sizeof *sums);
  for (int t = 0; t < threads && t < MOST_THREADS; t++)
    listed[t] = sums + t * KINDS;
  for (int i = 0; i < N; i++)
    key[i] = (int)((unsigned)i * 2654435761u >> 17);
  for (int b = 0; b < BINS; b++)
    order[b] = b;
  tally(N, BINS, 0, calloc((unsigned long)threads * BINS, 1));
  return 0;
}
