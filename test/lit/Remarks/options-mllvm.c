// Options behind -mllvm. They win over the environment.
// RUN: env PMECACHE_THREADS=3 %clang -fopenmp %load_options -O2 -g -c -o /dev/null %s -mllvm -pmecache-machine=corei7 -mllvm -pmecache-threads=2 -mllvm -pmecache-schedule=static,8 -mllvm -pmecache-param=n=1024 -Rpass=cache 2>&1 | %FileCheck %s
// RUN: rm -rf %t && %clang -fopenmp %load_options -O2 -g -c -o /dev/null %s -mllvm -pmecache-dump=%t && %FileCheck %s --check-prefix=DUMP --input-file=%t/kernel.pme
// RUN: %clang -fopenmp %load_options -O2 -g -c -o /dev/null %s -mllvm -pmecache-machine=corei7 -mllvm -pmecache-json=%t.json && %FileCheck %s --check-prefix=JSON --input-file=%t.json
// RUN: env OMP_NUM_THREADS=3 %clang -fopenmp %load_options -O2 -g -c -o /dev/null %s -mllvm -pmecache-machine=corei7 -mllvm -pmecache-param=n=1024 -mllvm -pmecache-default-threads=7 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=DEFAULT
void kernel(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: remark: parallel loop 'i' (2 threads, static,8): L3
// DEFAULT: remark: parallel loop 'i' (7 threads, static): L3
// DUMP: loop i = 0 .. n - 1 parallel schedule static
// JSON: "name": "kernel"
