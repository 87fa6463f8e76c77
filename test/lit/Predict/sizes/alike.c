// Functions that are one program but for their names and places have one answer, said at the place of each; another size
// of elements is another program.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
#define SCALE(name, type)                                                                                              \
  void name(type *restrict a, const type *restrict b, int n) {                                                         \
    _Pragma("omp parallel for") for (int i = 0; i < n; i++) a[i] = 2 * b[(long)i * n];                                 \
  }
SCALE(first, double)
SCALE(second, double)
SCALE(third, char)
// CHECK: alike.c:8:1: remark: parallel loop 'i' for every n: [[ANSWER:.*]]
// CHECK: alike.c:9:1: remark: parallel loop 'i' for every n: [[ANSWER]]
// CHECK: alike.c:10:1: remark: parallel loop 'i' for every n:
// CHECK-NOT: [[ANSWER]]
