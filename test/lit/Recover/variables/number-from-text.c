// What atoi returns is an int of the long that strtol returns, and a loop over it is counted in other widths: the symbol
// is called as the variable that it is kept in, not as the function that it comes from.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clang -O2 -g -fopenmp %load -c %s -o %t.o
// RUN: cat %t/main.pme | %FileCheck %s
#include <stdlib.h>

static double x[1000];

// CHECK-NOT: strtol()
// CHECK-DAG: param rounds
// CHECK-DAG: param n
// CHECK-NOT: param
// CHECK: loop iter = 0 .. rounds
int main(int argc, char **argv) {
  int rounds = atoi(argv[1]);
  long n = atol(argv[2]);
#pragma omp parallel
  for (int iter = 0; iter <= rounds; iter++) {
#pragma omp for
    for (long i = 0; i < n; i++)
      x[i] += 1;
  }
}
