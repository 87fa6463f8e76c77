// A mathematical function may set errno. From LLVM 22 on a compiler knows that errno is an int.
// RUN: %recover -O2 && cat %t/kernel.pme | %FileCheck %s --check-prefixes=%if llvm-22 %{KEPT%} %else %{NONE%}
// RUN: %clang -O2 -g -fopenmp -Rpass=licm -c -o /dev/null %s 2>&1 | sed -n 's/.*\(:[0-9]*:[0-9]*: remark: Moving accesses\).*/\1/p' | sort -V -u | %FileCheck %s --allow-empty --check-prefixes=%if llvm-22 %{MOVED%} %else %{STAYS%}
// RUN: %recover -O2 -fno-math-errno && cat %t/kernel.pme | %FileCheck %s --check-prefix=KEPT
// RUN: %clang -O2 -g -fopenmp -fno-math-errno -Rpass=licm -c -o /dev/null %s 2>&1 | sed -n 's/.*\(:[0-9]*:[0-9]*: remark: Moving accesses\).*/\1/p' | sort -V -u | %FileCheck %s --check-prefix=MOVED
double a[64][1000], sum[64];
double sin(double), sqrt(double);

void kernel(int n) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      sum[i] += sqrt(a[i][j]);
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < n; j++)
      sum[i] += sin(a[i][j]);
}
// KEPT: write sum @ 8*i kept 1 at 13:14
// KEPT: write sum @ 8*i kept 1 at 17:14
// NONE-NOT: kept
// MOVED: :13:14: remark: Moving accesses
// MOVED: :17:14: remark: Moving accesses
// STAYS-NOT: Moving accesses
