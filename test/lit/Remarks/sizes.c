// A size without a value: the prediction is a function of it. A document is worth the search for the sizes on whose sides the
// advice differs; remarks must not be felt in a compile, and say the same with a document as without.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=QUIET
// RUN: env %corei7 PMECACHE_JSON=%t.json %remarks -O2 -Werror -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=QUIET
// RUN: %FileCheck %s --check-prefix=JSON --input-file=%t.json
void add(long n, long *restrict count) {
  for (int t = 0; t < 100; t++)
#pragma omp parallel for schedule(static, 1)
    for (long i = 0; i < n; i++)
      count[i] += t;
}

// QUIET: sizes.c:[[#@LINE-5]]:1: remark: parallel loop 'i' for every n: L3 0.125 n misses up to n = {{[0-9,]+}}, 1{{[23]}} n
// QUIET-SAME: at one size: PMECACHE_PARAMS='n=1000'
// QUIET-NOT: in place of
// QUIET-NOT: is not modelled
// JSON: "sizes":
// JSON: "fits_up_to":
// JSON: "by_size":
