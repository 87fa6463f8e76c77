// A traced program computes what it did before, and its profile has every access of the source: 8 * 600 of the loop that
// is a run, and as many as the data says of the others.
//
// RUN: %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe > %t.traced
// RUN: %clang -O2 -g -fopenmp %s -o %t.plain
// RUN: env OMP_NUM_THREADS=1 %t.plain > %t.usual
// RUN: diff %t.traced %t.usual
// RUN: %FileCheck %s < %t.pmeprof
//
// The same at other levels of optimisation.
// RUN: %clang -O0 -g -fopenmp %load_options -mllvm -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_SAMPLE=exact PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | diff - %t.usual
// RUN: %FileCheck %s < %t.pmeprof
//
// Each thread has its own share.
// RUN: env OMP_NUM_THREADS=3 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe | diff - %t.usual
// RUN: %FileCheck --check-prefix=TEAM %s < %t.pmeprof
//
// CHECK: function 0 "kernel"
// CHECK: loop 0 function 0 number 0 parent - at [[#LOOP:]]:1 variable "i" parallel
// CHECK: loop 1 function 0 number 1 parent 0 at [[#LOOP+3]]:5 variable "j"
// CHECK-DAG: reference [[X:[0-9]+]] block {{.*}} at [[#LOOP+7]]:9 array "index_of" read 4
// CHECK-DAG: reference [[TOTAL:[0-9]+]] block {{.*}} at [[#LOOP+8]]:16 array "total" write 8
// CHECK-DAG: reference [[A:[0-9]+]] block {{.*}} at [[#LOOP+4]]:22 array "a" read 8
// CHECK-DAG: reference [[B:[0-9]+]] block {{.*}} at [[#LOOP+4]]:20 array "b" write 8
// CHECK-DAG: reference [[TABLE:[0-9]+]] block {{.*}} at [[#LOOP-4]]:10 array "table" read 8
// CHECK-DAG: stream reference [[X]] thread 0 accesses 600 total 600 cold 38
// CHECK-DAG: stream reference [[TOTAL]] thread 0 accesses 400 total 400 cold 75
// A line of 8 doubles is new once in 8 rounds. The 7 others have one line in between, that of the other array.
// CHECK-DAG: stream reference [[A]] thread 0 accesses 4800 total 4800 cold 600 far 0 bins 1 4200 ~
// CHECK-DAG: stream reference [[B]] thread 0 accesses 4800 total 4800 cold 600 far 0 bins 1 4200 ~
// CHECK-DAG: stream reference [[TABLE]] thread 0 accesses 300 total 300 cold 8
//
// TEAM-DAG: stream reference {{[0-9]+}} thread 0 accesses 1600
// TEAM-DAG: stream reference {{[0-9]+}} thread 1 accesses 1600
// TEAM-DAG: stream reference {{[0-9]+}} thread 2 accesses 1600
#include <stdio.h>

// On line borders, so that the number of lines is known.
static _Alignas(64) double a[4800], b[4800], table[64];
static _Alignas(64) int index_of[600];

static double look_up(int i) {
  return table[i]; // ADD
}

__attribute__((noinline)) void kernel(int n, double *total) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < 8; j++)
      b[i * 8 + j] = a[i * 8 + j] + j;
    if (i % 2)
      sum = look_up(i % 64);
    if (index_of[i] > 0)
      total[i] = sum;
  }
}

int main(void) {
  static _Alignas(64) double total[600];
  for (int i = 0; i < 600; i++)
    index_of[i] = i % 3;
  for (int i = 0; i < 64; i++)
    table[i] = i;
  kernel(600, total);
  double sum = 0;
  for (int i = 0; i < 600; i++)
    sum += total[i] + b[i];
  printf("%g\n", sum);
  return 0;
}
