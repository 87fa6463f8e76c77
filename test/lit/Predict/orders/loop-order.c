// A nest that goes from line to line where another of its loops would go along lines: a remark of its own, with sizes and
// without; rows of an allocation that meet in few sets are made longer.
// RUN: env %corei7 PMECACHE_PARAMS='n=1000,m=1000' %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=ANY,KNOWN
// RUN: env %corei7 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefixes=ANY,SIZES
// RUN: env %corei7 PMECACHE_ADVISE=chunk %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=OFF
// RUN: env %corei7 PMECACHE_PARAMS='n=1000,m=1000' PMECACHE_JSON=%t.json %remarks -O2 -g -Werror && %FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: env %corei7 PMECACHE_PARAMS='rows=2048,row=2048' %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=ROWS
// RUN: env %corei7 PMECACHE_PARAMS='rows=2048,row=2048' PMECACHE_JSON=%t.rows.json %remarks -O2 -g -Werror && %FileCheck %s --check-prefix=PAD --input-file=%t.rows.json
void scale(int n, int m, double (*t)[m], const double *d) {
#pragma omp parallel for
  for (int j = 0; j < m; j++)
    for (int i = 0; i < n; i++)
      t[i][j] *= d[j];
}

void transpose(int rows, int row, double *restrict to, const double *restrict from) {
#pragma omp parallel for
  for (int r = 0; r < rows; r++)
    for (int c = 0; c < row; c++)
      to[(long)r * row + c] = from[(long)c * row + r];
}

// KNOWN: loop-order.c:[[#@LINE-13]]:1: remark: parallel loop 'j': the innermost loop 'i' (loop-order.c:[[#@LINE-11]]:5) goes from line to line in 't', 8000 bytes a step; in the order 'i', 'j' (#pragma omp interchange permutation(2,1)) about {{.*}} misses in place of {{.*}}% less time; legal: no dependence is reversed, arrays taken not to overlap, counters to be declared in their loops [-Rpass=pmecache]
// SIZES: loop-order.c:[[#@LINE-14]]:1: remark: parallel loop 'j': the innermost loop 'i' (loop-order.c:[[#@LINE-12]]:5) goes from line to line in 't'; in the order 'i', 'j' (#pragma omp interchange permutation(2,1)) about {{.*}} (sizes that are not known taken as 1001); legal
// ANY-NOT: parallel loop 'r': the innermost
// OFF-NOT: in the order
// PAD: "row_bytes": 16384
// JSON: "loop_order": {
// JSON: "array": "t"
// JSON: "stride_bytes": 8000
// JSON: "legality": "legal"
// JSON: "permutation": [
// JSON-NEXT: 2,
// JSON-NEXT: 1
// JSON: "pragma": "#pragma omp interchange permutation(2,1)"
// ROWS: parallel loop 'r': make rows of 'from' 16448 bytes long in place of 16384 (8 elements more, bounds of loops unchanged){{.*}}lines spread over more sets of the cache ('from'
