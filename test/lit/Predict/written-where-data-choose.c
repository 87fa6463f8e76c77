// Rows and elements that threads write where data choose: bounds, which are near enough for an answer. Between the ends of
// a row that a thread writes no other one does; what an iteration updates it finds where it has read it. Of counters in
// rows of the threads' own nobody knows whether threads meet.
// RUN: env PMECACHE_MACHINE=corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s

void pack(int count, int n, double *restrict packed, const double *restrict full) {
#pragma omp parallel for
  for (int c = 0; c < count; c++) {
    double *to = packed + (long)n * (n + 1) / 2 * c;
    long k = 0;
    for (int i = 0; i < n; i++)
      for (int j = 0; j <= i; j++, k++)
        to[k] = full[((long)c * n + i) * n + j];
  }
}
// CHECK: parallel loop 'c' for {{every|some values of}} n = count: L3 up to {{.*}}, no fewer than 0.{{.*}} n^3; {{.*}}50% of the accesses are at places that data choose

void update(int n, const int *restrict order, double *restrict x, double *restrict y, const double *restrict q) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    x[order[i]] += q[i];
    y[order[i]] += q[i];
  }
}
// CHECK: parallel loop 'i' for every n: L3 up to 2.{{.*}} n misses{{.*}}, no fewer than 0.{{.*}} n;

int omp_get_thread_num(void);
static int counts[4][256], keys[32768];

void count(void) {
#pragma omp parallel num_threads(4)
  {
    int *own = counts[omp_get_thread_num()];
#pragma omp for
    for (int i = 0; i < 32768; i++)
      own[keys[i]]++;
  }
}
// CHECK: parallel loop 'i' (4 threads, static): {{.*}}; up to {{[0-9]+}}% of the misses of L{{[123]}} may be lines that other threads wrote
