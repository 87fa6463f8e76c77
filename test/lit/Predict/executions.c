// A loop that runs several times: the numbers are of all its executions, and what stays in the cache is hit.
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 && %FileCheck %s --input-file=%t.json
double x[1024];

void kernel(void) {
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for num_threads(4) schedule(static, 64)
    for (int i = 0; i < 1024; i++)
      x[i] += 1;
  }
}

// CHECK: "variable": "t"
// CHECK: "variable": "i"
// CHECK: "trip_count": 1024
// CHECK: "executions": 10
// CHECK: "name": "L1"
// CHECK: "accesses": 20480
// CHECK: "name": "L3"
// CHECK: "accesses": 20480
// CHECK: "misses": 12{{[89]}}
