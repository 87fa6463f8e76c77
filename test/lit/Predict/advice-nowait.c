// With nowait between two static loops of one schedule, threads count on the same iterations: one alone is not changed.
// RUN: env %corei7 %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=SAID %s

enum { N = 1000000 };
double a[N], b[N], c[N], d[N], e[N], sum[N];

void both(void) {
#pragma omp parallel
  {
// CHECK-DAG: advice-nowait.c:[[#@LINE+1]]:{{.*}} use schedule(static) in place of schedule(static,1): {{.*}}; change loop 'i' at line [[#@LINE+5]] with it: its threads count on the same iterations (nowait, no barrier between)
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < N; i++)
      a[i] = b[i] * 2;
// CHECK-DAG: advice-nowait.c:[[#@LINE+1]]:{{.*}} use schedule(static) in place of schedule(static,1): {{.*}}; change loop 'i' at line [[#@LINE-3]] with it
#pragma omp for schedule(static, 1)
    for (int i = 0; i < N; i++)
      c[i] = a[i] + 1;
  }
}

// Nothing that one writes is in the other.
// SAID-DAG: advice-nowait.c:[[#@LINE+4]]:{{.*}} use schedule(static) in place of schedule(static,1): {{.*}}('d', L2) [-Rpass
void apart(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static, 1) nowait
    for (int i = 0; i < N; i++)
      d[i] = b[i] * 2;
#pragma omp for schedule(static, 1)
    for (int i = 0; i < N; i++)
      e[i] = b[i] + 1;
  }
}

// The second one gains by other rows for its threads; they would not be those whose sums the threads have.
// SAID-NOT: advice-nowait.c:{{.*}} in place of schedule(static):
// CHECK-DAG: advice-nowait.c:[[#@LINE+8]]:{{.*}} schedule(static) with 4 threads stays: threads count on the same iterations in loop 'i' at line [[#@LINE+5]] (nowait, no barrier between), and no schedule is better for both
static float rows[400][400];
void triangle(void) {
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < 400; i++)
      sum[i] = b[i];
#pragma omp for schedule(static)
    for (int i = 0; i < 400; i++)
      for (int k = 0; k < i; k++)
        for (int r = 0; r < 10; r++)
          rows[i][k] = rows[i][k] / (float)sum[i] + k;
  }
}
