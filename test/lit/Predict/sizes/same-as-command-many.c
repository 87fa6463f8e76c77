// Functions of a unit share the effort of predictions. A dump keeps what its function had, also when nothing but dumps is
// asked for, so that the command says the same.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %corei7 %clang -O2 -g -fopenmp %load %s -c -o /dev/null
// RUN: %FileCheck %s --input-file=%t/sweep39.pme
// RUN: env PMECACHE_ADVISE=off PMECACHE_PARAMS=n=300 %corei7 PMECACHE_JSON=%t/plugin.json %remarks -O2 > %t/remarks
// RUN: env PMECACHE_PARAMS=n=300 %pmecache predict %t/sweep39.pme --machine corei7 --json > %t/command.json
// RUN: grep -E '"(misses|low|high)":' %t/command.json > %t/command
// RUN: sed -n '/"name": "sweep39"/,/"name": "sweep40"/p' %t/plugin.json | sed '/"by_size"/,$d' | grep -E '"(misses|low|high)":' | diff - %t/command
// CHECK: function sweep39
// CHECK-NEXT: effort {{[0-9]+}}
#define SWEEP(name)                                                                                                    \
  void name(int n, double *restrict a, const double *restrict b) {                                                     \
    _Pragma("omp parallel for num_threads(4) schedule(static, 3)") for (int i = 1; i < n - 1; i++) {                   \
      for (int j = 1; j < i; j++)                                                                                      \
        for (int k = 0; k < 3; k++)                                                                                    \
          a[i * n + j] += b[(i - 1) * n + j] + b[(i + 1) * n + j] + b[j * n + i] + b[k * n + j];                       \
    }                                                                                                                  \
  }
#define TEN(d)                                                                                                         \
  SWEEP(sweep##d##0)                                                                                                   \
  SWEEP(sweep##d##1)                                                                                                   \
  SWEEP(sweep##d##2)                                                                                                   \
  SWEEP(sweep##d##3)                                                                                                   \
  SWEEP(sweep##d##4)                                                                                                   \
  SWEEP(sweep##d##5)                                                                                                   \
  SWEEP(sweep##d##6)                                                                                                   \
  SWEEP(sweep##d##7)                                                                                                   \
  SWEEP(sweep##d##8)                                                                                                   \
  SWEEP(sweep##d##9)
TEN(1)
TEN(2)
TEN(3)
SWEEP(sweep40)
