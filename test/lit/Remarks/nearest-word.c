// A name that does not exist: the nearest one is said, also where nobody asks for remarks; a value for a symbol that
// another file may have is no error.
// RUN: env PMECACHE_INSTRUMENT=irreguler %remarks -O2 -Werror 2>&1 | %FileCheck %s --check-prefix=INSTRUMENT
// RUN: env PMECACHE_INSTRUMENT=value %remarks -O2 -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=VALUE
// RUN: env PMECACHE_ADVISE=chunks %remarks -O2 -Werror 2>&1 | %FileCheck %s --check-prefix=ADVISE
// RUN: env PMECACHE_PROFILE=%t.none PMECACHE_INSTRUMENT=irregular %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=ONCE
// RUN: env %corei7 PMECACHE_PARAMS=rows=7,cols=8 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=NEAR
// RUN: env %corei7 PMECACHE_PARAMS=rows=7,cols=8 PMECACHE_JSON=%t.json %remarks -O2 -g -Werror 2>&1 | %FileCheck %s --check-prefix=NEAR
// RUN: %clang -O2 -fopenmp %load_options -mllvm -pmecache-instrument=value -c -o /dev/null %s 2>&1 | %FileCheck %s --check-prefix=VALUE
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %remarks -O2 && %not %pmecache predict %t/kernel.pme --machine corei7 --param rows=7 2>&1 | %FileCheck %s --check-prefix=COMMAND
// RUN: env %corei7 PMECACHE_PARAMS=depth=7 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=MISSING
// RUN: env %corei7 PMECACHE_PARAMS=depth=7,row=9 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=BEHIND
// RUN: env %corei7 PMECACHE_PARAMS=depth=7,zebra=8 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=TOGETHER
// RUN: env %corei7 PMECACHE_PARAMS=row=7,col=8,rows=9,depth=9 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=OTHER
void kernel(double *x, int row, int col) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < row; i++)
    for (int j = 0; j < col; j++)
      x[i * col + j] = 1;
}

// INSTRUMENT: pmecache: error: -pmecache-instrument: expected irregular, all, program or values, found 'irreguler'; did you mean 'irregular'? (the program does not measure itself)
// INSTRUMENT-NOT: pmecache:
// VALUE: pmecache: error: -pmecache-instrument: {{.*}}; did you mean 'values'?
// ADVISE: pmecache: error: -pmecache-advise: expected off, chunk, all or deep, found 'chunks'; did you mean 'chunk'? (all is advised on)
// ONCE: pmecache: error: -pmecache-profile: cannot read '{{.*}}.none'
// ONCE-NOT: cannot read
// NEAR: pmecache: error: -pmecache-param: no symbol 'rows' in {{.*}}nearest-word.c; did you mean 'row'?
// NEAR-NEXT: pmecache: error: -pmecache-param: no symbol 'cols' in {{.*}}nearest-word.c; did you mean 'col'?
// COMMAND: --param: error: the program has no symbol 'rows'; did you mean 'row'?
// MISSING: pmecache: error: -pmecache-param: no symbol 'depth' in {{.*}}nearest-word.c; without a value: 'col', 'row'
// BEHIND: no symbol 'depth' in {{.*}}nearest-word.c; without a value: 'col'{{$}}
// TOGETHER: no symbol 'depth', 'zebra' in {{.*}}nearest-word.c; without a value: 'col', 'row'{{$}}
// TOGETHER-NOT: no symbol
// OTHER-NOT: no symbol
