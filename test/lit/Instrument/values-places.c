// More places that a size comes from: a local variable that others write, read in a loop that is turned around, and
// what a small function returns, each call of which is inlined, and how often a loop goes round that ends when it ends.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe 500 40 30
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// CHECK-NOT: is not known
// CHECK-DAG: n = 500 (measured, values-places.c.tmp.pmeprof)
// CHECK-DAG: rows = 40 (measured, values-places.c.tmp.pmeprof)
// CHECK-DAG: rounds = 7 (measured, values-places.c.tmp.pmeprof)
// CHECK-DAG: rounds = 5 (measured, values-places.c.tmp.pmeprof)
// CHECK-DAG: columns = 30 (measured, values-places.c.tmp.pmeprof)
#include <stdio.h>
#include <stdlib.h>

static int mask[1000], seen[1000];
static double a[10000];

static inline int number(const char *text) { return (int)strtol(text, NULL, 10); }

void search(const char *text) {
  int n = 0, before = 0;
  sscanf(text, "%d", &n);
  for (int i = 0; i < n; i++)
    before += seen[i];
  for (int round = 0; round < 3; round++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      mask[i] = before;
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      seen[i] += mask[i];
  }
}

void until(double bound) {
  double largest;
  do {
    largest = 0;
#pragma omp parallel for reduction(max : largest)
    for (int i = 0; i < 1000; i++) {
      a[i] += 1;
      largest = a[i] > largest ? a[i] : largest;
    }
  } while (largest < bound);
}

void while_below(double bound) {
  while (a[5000] < bound) {
#pragma omp parallel for
    for (int i = 5000; i < 6000; i++)
      a[i] += 1;
  }
}

int main(int argc, char **argv) {
  until(7);
  while_below(5);
  search(argc > 1 ? argv[1] : "1");
  int rows = number(argv[2]), columns = number(argv[3]);
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++)
      a[i * 100 + j] += 1;
  return 0;
}
