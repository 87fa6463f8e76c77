// Code outside of OpenMP loops is measured on request: serial functions, threads of pthreads, tasks, sections, taskloops.
// The program computes what it did.
//
// RUN: %clang -O2 -g -fopenmp %s -lpthread -o %t.plain
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.expected
// RUN: env PMECACHE_MACHINE=corei7 %instrument -pmecache-instrument=program %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.found
// RUN: diff %t.expected %t.found
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 --time | %FileCheck %s
// CHECK-DAG: loop i at {{.*}}program.c:[[#@LINE+25]]:3, 1 thread, 20.0K iterations
// CHECK-DAG: loop i at {{.*}}program.c:[[#@LINE+30]]:3, 1 thread, 10.0K iterations, 2 executions
// CHECK-DAG: parallel loop ? at {{.*}}program.c:[[#@LINE+39]]:1, {{[1-4]}} thread{{s?}}, static, 1 iteration, 4 executions
// CHECK-DAG: parallel loop ? at {{.*}}program.c:[[#@LINE+56]]:1, {{[1-4]}} thread{{s?}}, static, {{[0-9]+}} iterations
// CHECK-DAG: program.c:[[#@LINE+21]] (serial)
// CHECK: all, one after the other
// RUN: grep -c "^loop .* iterations 20000 " %t.pmeprof | %FileCheck --check-prefix=COUNT %s
// fill, worker, both sections, the taskloop, the sum; a task has one more for each.
// COUNT: 6
//
// A module without any OpenMP, and its trace.
// RUN: env PMECACHE_MACHINE=corei7 %instrument -pmecache-instrument=program -DSERIAL %s %runtime -o %t.serial
// RUN: env PMECACHE_PROFILE_OUT=%t.serial.pmeprof PMECACHE_TRACE_OUT=%t.serial.trace %t.serial
// RUN: %pmecache profile predict %t.serial.pmeprof --machine corei7 | %FileCheck --check-prefix=SERIAL %s
// SERIAL: 20.0K iterations
// RUN: %pmecache trace show %t.serial.trace | grep -c . | %FileCheck --check-prefix=TRACED %s
// TRACED: {{[1-9][0-9]+}}
#include <pthread.h>
#include <stdio.h>

enum { N = 20000 };
static double from[N], to[N], other[N];
static int at[N];

static void fill(int n) {
  for (int i = 0; i < n; i++)
    at[i] = (int)((unsigned)i * 40503u >> 3) % n;
}

static void *worker(void *half) {
  long h = (long)half;
  for (long i = h * N / 2; i < (h + 1) * N / 2; i++)
    to[i] += from[at[i]];
  return NULL;
}

#ifndef SERIAL
static void tasks(int n) {
#pragma omp parallel
#pragma omp single
  for (int b = 0; b < 4; b++)
#pragma omp task firstprivate(b)
    for (int i = b * n / 4; i <= (b + 1) * n / 4 && i < n; i++)
      other[i] = to[at[i]];
}

static void sections(int n) {
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++)
      from[i] = i;
#pragma omp section
    for (int i = 0; i < n; i++)
      to[at[i]] = i;
  }
}

static void looped(int n) {
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    other[at[i]] = from[i];
}
#endif

int main(void) {
  pthread_t threads[2];
  fill(N);
  for (long h = 0; h < 2; h++)
    pthread_create(&threads[h], NULL, worker, (void *)h);
  for (int h = 0; h < 2; h++)
    pthread_join(threads[h], NULL);
#ifndef SERIAL
  tasks(N);
  sections(N);
#pragma omp parallel
#pragma omp single
  looped(N);
#endif
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += to[i];
  printf("%g\n", sum);
  return 0;
}
