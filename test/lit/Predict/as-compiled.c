// Accesses of the source, or those that optimised code makes: a sum in a register is one access a row, not one an
// element. Where the compiler must take two pointers to overlap, it stays in memory.
// RUN: env %corei7 PMECACHE_JSON=%t.source.json %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=SOURCE
// RUN: env %corei7 PMECACHE_ACCESSES=compiled PMECACHE_JSON=%t.json %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=COMPILED
// RUN: grep -E '"accesses": ("|[0-9])' %t.source.json | %FileCheck %s --check-prefix=SOURCE-JSON
// RUN: grep -E '"accesses": ("|[0-9])' %t.json | %FileCheck %s --check-prefix=JSON
// RUN: env PMECACHE_ACCESSES=compield %remarks -O2 2>&1 | %FileCheck %s --check-prefix=WRONG
double a[64][1000], sum[64];

void kept(void) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 1000; j++)
      sum[i] += a[i][j];
}

void stored(double *s, double *x) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 1000; j++)
      s[i] += x[j];
}

// SOURCE: remark: parallel loop 'i' (4 threads, static,1): {{.*}} of 19{{[0-9.]+}}K accesses
// SOURCE-JSON: "accesses": "source"
// SOURCE-JSON: "accesses": 192000
// COMPILED: remark: parallel loop 'i' (4 threads, static,1, as compiled): {{.*}} of 64{{[0-9.]*}}K accesses
// COMPILED: remark: parallel loop 'i' (4 threads, static,1, as compiled): {{.*}} of 19{{[0-9.]+}}K accesses
// JSON: "accesses": "compiled"
// JSON: "accesses": 64128
// WRONG: error: -pmecache-accesses: expected source or compiled, found 'compield'; did you mean 'compiled'? (accesses are those of the source)
