// Loops that threads share out by their numbers, in the ways that programs have: dealt out to a team, the run of one thread
// has the misses of a real run of that team in the caches of each core.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_TRACE_OUT=%t.1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile show %t.pmeprof | %FileCheck %s
//
// CHECK-COUNT-9: parallel loop {{[ik]}} at {{.*}}: entered 1 times, 9600 iterations
//
// RUN: env OMP_NUM_THREADS=2 PMECACHE_TRACE_OUT=%t.team PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.team --machine corei7 --json | python3 %S/../Inputs/private_misses.py > %t.run
// RUN: %pmecache mimic %t.1 --machine corei7 --threads 2 --json | python3 %S/../Inputs/private_misses.py > %t.dealt
// RUN: python3 %S/../Inputs/close.py %t.dealt %t.run 40
//
// RUN: env OMP_NUM_THREADS=4 PMECACHE_TRACE_OUT=%t.team PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.team --machine corei7 --json | python3 %S/../Inputs/private_misses.py > %t.run
// RUN: %pmecache mimic %t.1 --machine corei7 --threads 4 --json | python3 %S/../Inputs/private_misses.py > %t.dealt
// RUN: python3 %S/../Inputs/close.py %t.dealt %t.run 40
//
// Sizes are multiples of the teams, so that rests make no difference to where blocks begin.
int omp_get_thread_num(void), omp_get_num_threads(void), omp_get_max_threads(void);

enum { N = 9600 };
static _Alignas(64) double x[N], y[N];
static _Alignas(64) int at[N], starts[N + 1];

__attribute__((noinline)) void kernel(int n, int threads) {
#pragma omp parallel // ceiling
  {
    int t = omp_get_thread_num(), team = omp_get_num_threads(), size = (n + team - 1) / team;
    int first = t * size, last = first + size < n ? first + size : n;
    for (int i = first; i < last; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel // floor, the last one has the rest
  {
    int t = omp_get_thread_num(), team = omp_get_num_threads(), first = n / team * t;
    int last = t == team - 1 ? n : first + n / team;
    for (int i = first; i < last; i++)
      for (int k = starts[i]; k < starts[i + 1]; k++)
        y[i] += x[at[k]];
  }
#pragma omp parallel // in proportion
  {
    int t = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = n * t / team; i < n * (t + 1) / team; i++)
      x[i] = y[at[i]];
  }
#pragma omp parallel // the rest to the first ones
  {
    int t = omp_get_thread_num(), team = omp_get_num_threads(), size = n / team, rest = n % team, first, last;
    if (t < rest) {
      first = t * (size + 1);
      last = first + size + 1;
    } else {
      first = t * size + rest;
      last = first + size;
    }
    for (int i = first; i < last; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel // in turns
  {
    int t = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = t; i < n; i += team)
      x[at[i]] += y[i];
  }
#pragma omp parallel // rows of a matrix, from the first element to the last
  {
    int t = omp_get_thread_num(), team = omp_get_num_threads(), first = t * (n / team);
    int last = t == team - 1 ? n : first + n / team;
    for (int k = starts[first]; k < starts[last]; k++)
      x[k] += y[at[k]];
  }
#pragma omp parallel num_threads(threads) // of the team that is asked for, which whoever calls has computed
  {
    int t = omp_get_thread_num();
    for (int i = n * t / threads; i < n * (t + 1) / threads; i++)
      y[i] += x[at[i]];
  }
#pragma omp parallel num_threads(threads) if (n > 100)
  {
    int t = omp_get_thread_num();
    for (int i = t; i < n; i += threads)
      x[at[i]] = y[i];
  }
  int most = omp_get_max_threads();
#pragma omp parallel for // a loop over threads
  for (int t = 0; t < most; t++) {
    int size = n / most, rest = n - size * most;
    int first = t < rest ? t * size + t : t * size + rest;
    int last = t < rest ? (t + 1) * size + t + 1 : (t + 1) * size + rest;
    for (int i = first; i < last; i++)
      y[i] = x[at[i]];
  }
}

int main(void) {
  for (int i = 0; i <= N; i++)
    starts[i] = i;
  for (int i = 0; i < N; i++)
    at[i] = (int)((unsigned)i * 40503u >> 3) % N;
  kernel(N, omp_get_max_threads());
  return 0;
}
