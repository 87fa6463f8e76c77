// Partial sums by the thread's number: false sharing is told with what ends it, schedules are not tried where none
// counts, and the sizes of teams are not asked for.
// RUN: env %corei7 OMP_NUM_THREADS=4 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_JSON=%t.json %remarks -O2 && %FileCheck %s --check-prefix=JSON --input-file=%t.json
int omp_get_thread_num(void);
int omp_get_num_threads(void);
enum { N = 100000 };
double a[N], sum[64] __attribute__((aligned(64))), padded[64][8];

// CHECK-NOT: not modelled
void worksharing(void) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
// CHECK: thread-number.c:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static): {{.*}}100% of them reading 'a'
// CHECK-NOT: other threads wrote
#pragma omp for
    for (int i = 0; i < N; i++)
      sum[t] += a[i] * a[i];
  }
}

void asked_in_each_iteration(void) {
// CHECK: thread-number.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (4 threads, static): {{.*}} lines that other threads wrote, most by false sharing: {{reading|writing}} 'sum' ({{.*}}); a variable of each thread's own, or elements that are 64 bytes apart, end that
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    sum[omp_get_thread_num()] += a[i] * a[i];
}

void apart(void) {
// CHECK: thread-number.c:[[#@LINE+2]]:1: remark: parallel loop 'i' (4 threads, static):
// CHECK-NOT: other threads wrote
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    padded[omp_get_thread_num()][0] += a[i];
}

void blocks(void) {
// CHECK: thread-number.c:[[#@LINE+1]]:1: remark: parallel region by thread 't' (4 threads): {{.*}} lines that other threads wrote, most by false sharing: {{reading|writing}} 'sum' ({{.*}}); a variable of each thread's own, or elements that are 64 bytes apart, end that
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    for (int i = t * N / nt; i < (t + 1) * N / nt; i++)
      *(volatile double *)&sum[t] += a[i];
  }
}

void in_turn(void) {
// CHECK: thread-number.c:[[#@LINE+2]]:1: remark: parallel region by thread 't' (4 threads): {{.*}} most by false sharing: writing 'a' ({{.*}}); a block of neighbouring iterations for each thread ends that
// CHECK: remark: parallel region by thread 't': use num_threads(1) (now 4 threads): {{.*}}; or keep the 4 threads and give what each of them writes a line of its own (64 bytes)
#pragma omp parallel
  {
    int t = omp_get_thread_num(), nt = omp_get_num_threads();
    for (int i = t; i < N; i += nt)
      a[i] = i;
  }
}

// JSON: "variable": "t"
// JSON-NEXT: "parallel": true
// JSON-NEXT: "schedule": null
// JSON-NEXT: "chunk": null
// JSON: "each_thread": true
