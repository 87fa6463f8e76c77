// Hundreds of loops, each to a size of its own: which of them are widths of windows is found without asking each loop for
// each pair of sizes.
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=4000 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
#define TEN(DO, k) DO(k##0) DO(k##1) DO(k##2) DO(k##3) DO(k##4) DO(k##5) DO(k##6) DO(k##7) DO(k##8) DO(k##9)
#define HUNDRED(DO, k)                                                                                                 \
  TEN(DO, k##0)                                                                                                        \
  TEN(DO, k##1)                                                                                                        \
  TEN(DO, k##2) TEN(DO, k##3) TEN(DO, k##4) TEN(DO, k##5) TEN(DO, k##6) TEN(DO, k##7) TEN(DO, k##8) TEN(DO, k##9)
#define ALL(DO) HUNDRED(DO, 1) HUNDRED(DO, 2) HUNDRED(DO, 3)

#define FIELD(k)                                                                                                       \
  double *f##k;                                                                                                        \
  int n##k;
struct rows {
  ALL(FIELD)
};

#define LOOP(k)                                                                                                        \
  for (int j = 0; j < p->n##k; j++)                                                                                    \
    p->f##k[i * p->n##k + j] += 1;
void f(struct rows *p, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    ALL(LOOP)
  }
}

// CHECK-NOT: the time for {{.*}} used up
// CHECK: many-sizes.c:22:1: remark: parallel loop
// CHECK-NOT: the time for {{.*}} used up
