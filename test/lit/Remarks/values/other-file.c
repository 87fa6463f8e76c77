// A loop of a header that data end is called by the header and its line: it was "line 2", of a file that has another line 2.
// RUN: mkdir -p %t && printf 'static double list(const int *next, int k) {\n  double s = 0; while (k >= 0) { s += k; k = next[k]; }\n  return s; }\n' > %t/list.h
// RUN: env %corei7 %remarks -O2 -g1 -I %t -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
#include "list.h"

void lists(int n, const int *restrict first, const int *restrict next, double *restrict sum) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < n; i++)
    sum[i] = list(next, first[i]);
}

// CHECK-DAG: other-file.c:[[#@LINE-5]]:1: remark: parallel loop 'i' for every n: {{.*}} counts how often the loop at list.h:2 goes round)
