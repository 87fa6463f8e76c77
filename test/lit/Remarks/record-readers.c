// Records of remarks are read by LLVM's own tools: opt-viewer, where it is, and llvm-remarkutil. Every value
// of an argument is a text there.
// REQUIRES: opt-viewer
// RUN: rm -rf %t && mkdir %t && cp %s %t/kernel.c
// RUN: cd %t && env %corei7 %clang -fopenmp %load -O2 -g -c -o /dev/null kernel.c -fsave-optimization-record -foptimization-record-file=kernel.opt.yaml
// RUN: %python %viewer --source-dir %t --output-dir %t/html --jobs 1 %t/kernel.opt.yaml 2>&1 | %FileCheck %s --check-prefix=ERRORS --allow-empty
// RUN: %FileCheck %s --check-prefix=PAGE --input-file=%t/html/kernel.c.html
// RUN: %remarkutil count --parser=yaml --group-by=source --remark-name=CacheMisses %t/kernel.opt.yaml | %FileCheck %s --check-prefix=COUNT
// RUN: %python -c "import sys, yaml; [print(k, type(v).__name__) for d in yaml.load_all(open(sys.argv[1]).read().replace('!', '#'), yaml.SafeLoader) for a in d['Args'] for k, v in a.items() if not isinstance(v, (str, dict))]" %t/kernel.opt.yaml | %FileCheck %s --check-prefix=TYPES --allow-empty
double a[2048][2048], x[1024];

void kernel(const int *place) {
#pragma omp parallel for num_threads(4) schedule(static, 1)
  for (int j = 0; j < 2048; j++)
    for (int i = 0; i < 2048; i++)
      a[i][j] = 1;
#pragma omp parallel for num_threads(4) schedule(static)
  for (int i = 0; i < 1024; i++)
    x[place[i]] += 1;
}

// ERRORS-NOT: Error
// PAGE: parallel loop 'j' (4 threads, static,1)
// COUNT: Source,Count
// COUNT-NEXT: kernel.c,{{[1-9]}}
// TYPES-NOT: {{.}}
