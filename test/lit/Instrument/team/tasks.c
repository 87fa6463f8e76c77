// Tasks of a region are measured with it: they are a loop at the place of their construct, and what the compiler keeps in
// their blocks is no access of the source. The program computes what it did.
//
// RUN: %clang -O2 -g -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=2 %t.plain > %t.expected
// RUN: env PMECACHE_MACHINE=corei7 %instrument -pmecache-instrument=all -Rpass-missed=cache %s %runtime -o %t.exe 2>&1 | %FileCheck --check-prefix=MEASURED --allow-empty %s
// MEASURED-NOT: function '{{list|gather|scatter}}'
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.found
// RUN: diff %t.expected %t.found
//
// What a task shares has its name, the first of two or not.
// RUN: grep -c 'array "from" read' %t.pmeprof
//
// RUN: env PMECACHE_MACHINE=corei7 PMECACHE_ADVISE=off OMP_NUM_THREADS=2 %clang -O2 -g -fopenmp %load_options -mllvm -pmecache-profile=%t.pmeprof -Rpass=cache -c %s -o %t.o 2>&1 | %FileCheck %s
// RUN: env PMECACHE_MACHINE=corei7 %instrument -pmecache-instrument=irregular %s %runtime -o %t.irregular
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.irregular.pmeprof %t.irregular > %t.found
// RUN: diff %t.expected %t.found
// RUN: env PMECACHE_MACHINE=corei7 PMECACHE_ADVISE=off OMP_NUM_THREADS=2 %clang -O2 -g -fopenmp %load_options -mllvm -pmecache-profile=%t.irregular.pmeprof -Rpass=cache -c %s -o %t.o 2>&1 | %FileCheck %s
#include <stdio.h>

struct link {
  struct link *next;
  double data[8];
} pool[1000], *head;
double b[1000], a[1000][64];
int at[1000];

static void list(void) {
#pragma omp parallel
#pragma omp single
  for (struct link *l = head; l; l = l->next)
// Eight numbers of each link, read and written.
// CHECK-DAG: tasks.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads{{.*}} measured, in 1000 executions: {{.*}} of 16K accesses)
#pragma omp task firstprivate(l)
    for (int k = 0; k < 8; k++)
      l->data[k] += 1;
}

static void gather(int n, double (*from)[64]) {
#pragma omp parallel
#pragma omp single
// Four an iteration; LLVM 19 reads where an array of the task's block is in each, too.
// CHECK-DAG: tasks.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads{{.*}} measured at n = 1000: {{.*}} of {{4000|5020}} accesses)
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    b[at[i]] += from[i][0];
}

static void scatter(int n) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < n; k++) {
// CHECK-DAG: tasks.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads{{.*}} measured at n = 1000, in 1000 executions: {{.*}} of 3000 accesses)
#pragma omp task
    b[at[k]] *= 2;
  }
}

int main(void) {
  for (int i = 0; i < 1000; i++) {
    at[i] = i * 7 % 1000;
    pool[i].next = i < 999 ? &pool[i + 1] : NULL;
    a[i][0] = i;
  }
  head = pool;
  list();
  gather(1000, a);
  scatter(1000);
  printf("%g %g %g\n", pool[5].data[3], b[7], b[14]);
  return 0;
}
