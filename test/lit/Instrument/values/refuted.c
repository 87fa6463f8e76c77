// What the model supposes of a branch may be refuted by a run: then no advice rests on it, nor what is said of lines that
// threads take from each other behind it, in remarks and in documents. Where the branch is taken, both are said.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_JSON=%t.json PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -Rpass=pmecache -c %s -o /dev/null 2>&1 | %FileCheck --implicit-check-not="rarely_" %s
// RUN: %FileCheck --check-prefix=JSON %s < %t.json
//
// CHECK: refuted.c:[[#LEAST:]]:{{.*}} loop 'i' (2 threads, static) measured at n = 20000: {{.*}}reading 'a'
// CHECK-NOT: :[[#LEAST]]:{{.*}} loop 'i': give each thread lines of its own
// CHECK: refuted.c:[[#]]:{{.*}} loop 'k' (2 threads, static){{.*}} by false sharing
// CHECK: refuted.c:[[#]]:{{.*}} loop 'k': give each thread lines of its own in 'often'
// JSON: "advice_own_lines"
// JSON: "often"
// JSON-NOT: "advice_own_lines"
int omp_get_thread_num(void);

double rarely_low[64], often[64];
int rarely_where[64];

__attribute__((noinline)) static void least(const double *a, int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      if (a[i] < rarely_low[t]) {
        rarely_low[t] = a[i];
        rarely_where[t] = i;
      }
  }
}

__attribute__((noinline)) static void sum(const double *a, int m) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int k = 0; k < m; k++)
      if (a[k] >= 0)
        often[t] += a[k];
  }
}

int main(void) {
  static double a[20000];
  for (int i = 0; i < 20000; i++)
    a[i] = (double)(i + 1);
  least(a, 20000);
  sum(a, 20000);
  return (int)rarely_low[0];
}
