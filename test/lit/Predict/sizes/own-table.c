// A table that each thread has a copy of is written by no other thread, wherever data go in it.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
enum { keys = 1 << 20, buckets = 1 << 10 };
static int start[buckets], sorted[keys], key[keys];
#pragma omp threadprivate(start)

void sort(void) {
#pragma omp parallel for
  for (int i = 0; i < keys; i++)
    sorted[start[key[i] >> 10]++] = key[i];
}
// CHECK: own-table.c:[[#@LINE-4]]:1: remark: parallel loop 'i' ({{[0-9]}} threads, static): L2 costs most, with {{[0-9.]+K}} to {{.*}} misses
// CHECK-NOT: reading 'start'
// CHECK-NOT: writing 'start'
