// Orders that would be good and are not legal, and nests that nobody can look through: -Rpass is silent, -Rpass-missed has
// the reason. Where the library that proves it is missing, nothing is said to be legal.
// RUN: rm -rf %t && mkdir -p %t && cp %plugin %t/libpmecache.so
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=SILENT
// RUN: env %corei7 %remarks -O2 -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=MISSED
// RUN: env %corei7 %clang -O2 -g -fopenmp -fpass-plugin=%t/libpmecache.so -Rpass-missed=cache -emit-llvm -c -o /dev/null %s 2>&1 | %FileCheck %s --check-prefix=ALONE
//
// libLLVM exports an isl of its own: inside of clang the one runs that runs without clang.
// RUN: env %corei7 PMECACHE_PRINT_ISL=1 PMECACHE_DUMP=%t/p %remarks -O2 -Rpass=cache 2>&1 | grep ^isl- > %t/in-clang
// RUN: env PMECACHE_PRINT_ISL=1 %pmecache advise --machine corei7 %t/p/column.pme 2>&1 | grep ^isl- > %t/alone
// RUN: diff %t/in-clang %t/alone
enum { N = 1000 };
double a[N][N], b[N][N], c[16][N][N];

// SILENT-NOT: in the order
// ALONE: in the order 'j', 'i' {{.*}} but whether that is legal was not examined: libpmecache_transform.so is not beside pmecache
void column(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 1; j < N; j++)
      a[j][i] = a[j - 1][i] + 1;
}

// MISSED: remark: parallel loop 'i': {{.*}} in the order 'i', 'k', 'j' {{.*}} but that would change the order of writing 'c' (loop-order-illegal.c:[[#@LINE+6]]:20) and reading 'c' (loop-order-illegal.c:[[#@LINE+6]]:22)
void diagonal(void) {
#pragma omp parallel for
  for (int i = 0; i < 16; i++)
    for (int j = 1; j < N; j++)
      for (int k = 0; k < N - 1; k++)
        c[i][k][j] = c[i][k + 1][j - 1] + 1;
}

// MISSED: remark: parallel loop 'i': {{.*}} but iterations of '{{i|j}}' hand on values that are in no array
double sum(void) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      s += a[j][i];
  return s;
}

// MISSED: remark: parallel loop 'i': {{.*}} but bounds depend on loops that would stand inside
void triangle(void) {
#pragma omp parallel for
  for (int i = 0; i < N; i++)
    for (int j = 0; j < i; j++)
      b[j][i] = 1;
}
