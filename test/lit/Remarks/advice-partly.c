// Where a part of a loop is not modelled, gains of the other part are no shares of the loop, and nothing is the best.
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: env %corei7 %remarks -O2 -Werror -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=DETAIL --implicit-check-not=best
double v[1000000], p[1000], q[100000];
int row[100001], col[1000000];

void product(void) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 100000; i++) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += v[k] * p[col[k]];
    q[i] = s;
  }
}

void even(const int *restrict where, double *restrict x) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 100000; i++)
    x[where[i]] = i;
}

// CHECK: remark: parallel loop 'i': use schedule(static{{.*}} in place of schedule(static,1): less to wait for in the part of the loop that is modelled; misses of
// CHECK-SAME: main reason: no false sharing: threads no longer write into the same lines ('q', {{L[12]}}) [-Rpass=pmecache]
// CHECK-NOT: advice-partly.c:{{.*}} parallel loop 'i': use
// DETAIL: parallel loop 'i': no advice: a part of the loop is not modelled [-Rpass-analysis=pmecache]
// JSON: "time_ratio": null
// JSON: "ratio_low": null
// JSON: "advice_pays": true
// JSON: "advice_pays": false
