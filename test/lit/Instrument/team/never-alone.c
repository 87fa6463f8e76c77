// What one thread alone never comes to, other teams may: a region with such a loop is not answered for them from a run of one
// thread, whatever its threads share out by their numbers.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --threads 4 | %FileCheck %s
//
// CHECK: parallel loop omp_get_thread_num() at {{.*}}, 4 threads, {{.*}}not modelled
int omp_get_thread_num(void), omp_get_num_threads(void);

enum { N = 9600 };
static double part[64 * N], sum[N];
static int at[N];

__attribute__((noinline)) void add(int n) {
#pragma omp parallel
  {
    int own = omp_get_thread_num(), team = omp_get_num_threads();
    for (int i = n * own / team; i < n * (own + 1) / team; i++)
      part[own * n + at[i]] += i;
#pragma omp barrier
    for (int t = 1; t < team; t++)
      for (int i = n * own / team; i < n * (own + 1) / team; i++)
        sum[at[i]] += part[t * n + i];
  }
}

int main(void) {
  for (int i = 0; i < N; i++)
    at[i] = (int)((unsigned)i * 40503u >> 3) % N;
  add(N);
  return 0;
}
