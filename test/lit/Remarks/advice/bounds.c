// Of a loop with bounds advice holds at both: chunks of four rows cost more than the rows, wherever 'x' is read.
// RUN: echo 'name=m;cores=2;L1=32K,8,64,latency=4,throughput=4.6;L2=512K,8,64,latency=12,throughput=4.5;L3=1536K,16,64,shared=2,latency=51,throughput=4.8;memory=495,throughput=6,core=15.5,scattered=42.7;transfer=156;issue=3;chain=3;divide=5;uncertainty=0.1;frequency=3G' > %t.machine
// RUN: env PMECACHE_MACHINE=file:%t.machine OMP_NUM_THREADS=2 PMECACHE_PARAMS=n=1000000,k.trips=5 PMECACHE_JSON=%t.json %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %FileCheck %s --check-prefix=JSON --input-file=%t.json

void product(int n, const int *restrict row, const int *restrict col, const double *restrict a,
             const double *restrict x, double *restrict y) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < n; i++) {
    double s = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      s += a[k] * x[col[k]];
    y[i] = s;
  }
}

// CHECK: remark: parallel loop 'i': use schedule(dynamic,{{[0-9]+}}) in place of schedule(dynamic,4): about
// CHECK-SAME: less time in the loop ({{[0-9.]+}}% {{or more|to [0-9]+%}}), whether accesses to places that data choose miss or hit;
// CHECK-SAME: main reason: less to start and to hand out
// JSON: "time_ratio": 0.
// JSON: "advice_pays": true
