// Advice as a function of sizes takes no more than its share of the time for a unit: the loops behind have answers.
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=3000 PMECACHE_JSON=%t.json %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not="not all was looked at" --implicit-check-not="not modelled"

// CHECK-COUNT-16: remark: parallel loop 'i' for every n
#define KERNEL(name)                                                                                                   \
  void name(int n, double a[n][n], double b[n][n], double c[n][n]) {                                                   \
    _Pragma("omp parallel for") for (int i = 1; i < n - 1; i++) for (int j = 1; j < n - 1; j++) a[i][j] =              \
        b[i][j - 1] + b[i][j + 1] + b[i - 1][j] + b[i + 1][j] + c[j][i];                                               \
  }
KERNEL(f1)
KERNEL(f2)
KERNEL(f3)
KERNEL(f4)
KERNEL(f5)
KERNEL(f6)
KERNEL(f7)
KERNEL(f8)
KERNEL(f9)
KERNEL(f10)
KERNEL(f11)
KERNEL(f12)
KERNEL(f13)
KERNEL(f14)
KERNEL(f15)
KERNEL(f16)
