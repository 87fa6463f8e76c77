// Serial code and start routines of threads are not measured but with `program`, and that is said, once a function; not of
// what regions alone call, or make tasks of.
//
// RUN: %instrument -pmecache-instrument=all -Rpass-missed=cache -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %instrument -pmecache-instrument=irregular -Rpass-missed=cache -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: %instrument -pmecache-instrument=program -Rpass-missed=cache -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=PROGRAM --allow-empty %s
// RUN: %instrument -pmecache-instrument=values -Rpass-missed=cache -c %s -o %t.o 2>&1 | %FileCheck --check-prefix=PROGRAM --allow-empty %s
// PROGRAM-NOT: its loops are measured only
double a[1000];
int to[1000];

// CHECK-NOT: function 'inner'
// CHECK: left-out.c:[[#@LINE+1]]:1: remark: function 'serial': with -pmecache-instrument={{all|irregular}} its loops are measured only where a region with a worksharing loop calls it; -pmecache-instrument=program measures serial code, tasks and the start routines of threads, too
double serial(int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[to[i]];
  return sum;
}

// CHECK-NOT: its loops are measured only
void tasks(int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
    a[to[i]] += 1;
}

static double inner(int i) {
  double sum = 0;
  for (int k = i; k >= 0; k = to[k])
    sum += a[k];
  return sum;
}

void loops(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[to[i]] = inner(i);
}
