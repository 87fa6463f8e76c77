// A bound that is an element of an array is called as it is written.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
int rank_of(void);

void scale(const int *restrict first, const int *restrict last, double *restrict x) {
  int rank = rank_of();
#pragma omp parallel for
  for (int i = first[rank]; i < last[rank]; i++)
    x[i] *= 2;
}

// CHECK: element-name.c:[[#@LINE-5]]:1: remark: parallel loop 'i' for every n = last[rank]: {{.*}}; taken: first[rank] = 0;
