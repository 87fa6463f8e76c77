// What the numbers of threads decide in other ways is no worksharing loop, and nobody says what another team would do.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s --implicit-check-not='parallel loop i'
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --threads 4 | %FileCheck %s --check-prefix=TEAM
//
// CHECK-COUNT-8: parallel loop omp_get_thread_num()
// TEAM: nothing is modelled
int omp_get_thread_num(void), omp_get_num_threads(void), omp_get_max_threads(void);

enum { N = 9600 };
static double x[N + 2], y[N + 2];
static int at[N + 2], starts[65];

__attribute__((noinline)) void kernel(int n, int parts) {
#pragma omp parallel // with a halo: some rows are gone through by two threads
  {
    int size = n / omp_get_num_threads(), first = omp_get_thread_num() * size;
    for (int i = first; i < first + size + 2; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel // each leaves one out
  {
    int size = n / omp_get_num_threads(), first = omp_get_thread_num() * size;
    for (int i = first; i < first + size - 1; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel // so many parts, whatever the team
  {
    int size = n / parts, first = omp_get_thread_num() * size;
    for (int i = first; i < first + size; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel num_threads(n / N) // so many parts, whatever team is asked for
  {
    int size = n / parts, first = omp_get_thread_num() * size;
    for (int i = first; i < first + size; i++)
      y[i] += x[at[i]];
  }
  int threads = n / N;
#pragma omp parallel num_threads(threads) // another number since then
  {
    int size = n / threads, first = omp_get_thread_num() * size;
    for (int i = first; i < first + size; i++)
      y[i] += x[at[i]];
  }
  threads = n;
#pragma omp parallel // parts that data give, whatever the team
  {
    for (int i = starts[omp_get_thread_num()]; i < starts[omp_get_thread_num() + 1]; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel // one does more
  {
    int size = n / omp_get_num_threads(), first = omp_get_thread_num() * size;
    for (int i = first; i < first + size; i++)
      y[i] += x[at[i]];
    if (omp_get_thread_num() == 0)
      for (int k = 0; k < n; k++)
        x[k] = y[k];
  }
#pragma omp parallel // larger numbers have more
  {
    int t = omp_get_thread_num(), all = omp_get_num_threads() * omp_get_num_threads();
    for (int i = n * t * t / all; i < n * (t + 1) * (t + 1) / all; i++)
      y[i] += x[at[i]];
  }
}

int main(void) {
  for (int i = 0; i <= 64; i++)
    starts[i] = i * (N / 64);
  for (int i = 0; i < N; i++)
    at[i] = (int)((unsigned)i * 40503u >> 3) % N;
  kernel(N, 64);
  return 0;
}
