// A taskloop says so in the place of a schedule, in all channels, and what would help in its own clauses; no schedule is
// advised or put in the place of its own.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: env %corei7 PMECACHE_PARAMS=n=100000 OMP_NUM_THREADS=4 PMECACHE_DUMP=. PMECACHE_JSON=d.json PMECACHE_SCHEDULE=static,1 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --implicit-check-not='schedule('
// RUN: %FileCheck %s --check-prefix=JSON --input-file=d.json
// RUN: %pmecache predict kernel.pme --machine corei7 --param n=100000 --threads 4 --schedule static,1 | %FileCheck %s --check-prefix=TEXT
// RUN: %not %pmecache advise kernel.pme --machine corei7 --param n=100000 --threads 4 | %FileCheck %s --check-prefix=NONE
void kernel(int n, double *x, double *y) {
// CHECK: channels.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (4 threads, taskloop,3): L2 costs most, with about {{.*}}; grainsize(8) or more ends most of that
#pragma omp parallel master taskloop grainsize(3)
  for (int i = 0; i < n; i++)
    x[i] += y[i];
}
// JSON: "schedule": "dynamic"
// JSON-NEXT: "chunk": 3
// JSON: "taskloop": true
// TEXT: parallel loop i at {{.*}}, 4 threads, taskloop,3, 100K iterations
// NONE: nothing to advise
