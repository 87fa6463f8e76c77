// Worksharing loops whose step doubles from round to round: each round is an instance of the loop.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clang -O1 -g -fopenmp %load -c %s -o %t.o
// RUN: cat %t/sums.pme | %FileCheck %s
// RUN: cat %t/waves.pme | %FileCheck %s --check-prefix=WAVES
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=REMARK
enum { Points = 16 };
static double x[Points], y[Points];

// CHECK: loop i = 0 .. 14 step 2 parallel
// CHECK: loop i = 0 .. 12 step 4 parallel
// CHECK: loop i = 0 .. 8 step 8 parallel
// CHECK: loop i = 0 .. 0 {{.*}}parallel
// CHECK-NOT: parallel
// REMARK: powers.c:[[#@LINE+3]]:1: remark: parallel loop 'i' {{.*}}; the one with most misses of 4 instances
void sums(void) {
  for (int s = 1; s < Points; s *= 2)
#pragma omp parallel for
    for (int i = 0; i < Points - s; i += 2 * s)
      x[i] += x[i + s];
}

// WAVES-COUNT-8: parallel schedule
// WAVES-NOT: scattered
void waves(void) {
#pragma omp parallel
  for (int length = Points; length > 1; length /= 2) {
#pragma omp for
    for (int i = 0; i < length / 2; i++)
      y[i] = x[2 * i] + x[2 * i + 1];
#pragma omp for
    for (int i = 0; i < length / 2; i++)
      x[i] = y[i];
  }
}
