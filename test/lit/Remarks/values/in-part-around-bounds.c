// A loop in part has nothing of places that data choose in its numbers, also where a loop in it is answered with bounds of
// them: of 16K misses 184% read 'p'.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s

double big[8][10000000];
void deal(const int *restrict where, const int *restrict far, double *restrict p, double *restrict q) {
#pragma omp parallel for num_threads(2)
  for (int t = 0; t < 100; t++) {
    double s = 0;
    for (int i = 0; i < 2000; i++) {
      int at = far[2000 * t + i];
      s += big[0][at] + big[1][at] + big[2][at] + big[3][at] + big[4][at] + big[5][at] + big[6][at] + big[7][at];
    }
    q[1000 * t] = s;
    for (int i = 0; i < 300; i++)
      q[1000 * t + i] = p[where[i]];
  }
}

// CHECK: remark: parallel loop 't' (2 threads, static): L3 costs most, with about 16K misses (6.3% of 260K accesses), 77% of them reading 'far'
// CHECK-SAME: up to 1.6M more accesses, whose addresses data decide, may each miss
