// clang splits the path of a source that the compile names from another folder where the two have one in common: the
// document has the whole path.
// RUN: rm -rf %t && mkdir -p %t/src %t/build && cp %s %t/src/kernel.c
// RUN: cd %t/build && env PMECACHE_JSON=%t/a.json %clang -O2 -g -fopenmp %load -c %t/src/kernel.c -o /dev/null
// RUN: %FileCheck %s < %t/a.json
double x[1024];

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// CHECK: "name": "kernel",
// CHECK-NEXT: "file": "/{{.*}}/src/kernel.c"
// CHECK: "file": "/{{.*}}/src/kernel.c",
// CHECK-NEXT: "line": 9
