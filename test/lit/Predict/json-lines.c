// Places of a document: those of line tables, which -gline-tables-only is enough for; without any there are none. An access
// of a function that a header has, and that is inlined, has the header's name beside its line.
// RUN: env %corei7 PMECACHE_ADVISE=off PMECACHE_JSON=%t.tables %clang -O2 -fopenmp %load -gline-tables-only -c -o /dev/null %s
// RUN: %FileCheck %s --input-file=%t.tables
// RUN: env %corei7 PMECACHE_ADVISE=off PMECACHE_JSON=%t.none %clang -O2 -fopenmp %load -c -o /dev/null %s
// RUN: grep '"line"' %t.none | %FileCheck %s --check-prefix=NONE --implicit-check-not='"line": {{[0-9]}}'
double x[1024], y[1024];

void kernel(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    x[i] = 1;
}

// CHECK: "line": [[#@LINE-5]],
// CHECK: "line": [[#@LINE-4]],
// CHECK: "array": "x",
// CHECK-NEXT: "line": 2,
// CHECK-NEXT: "column":
// CHECK-NEXT: "file": "{{.*}}part.h",
// CHECK: "array": "y",
// CHECK-NEXT: "line": 104,
// CHECK-NEXT: "column":
// CHECK-NEXT: "access": "write",
// NONE: "line": null

#line 1 "part.h"
static inline double part(const double *values, int i) { //
  return values[i];
}
#line 101 "unit.c"
void copy(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 1024; i++)
    y[i] = part(x, i);
}
