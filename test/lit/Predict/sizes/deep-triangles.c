// Twelve loops that each begin where the one around is: their sums are not worked out for as long as that takes.
// RUN: env %corei7 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not='used up'
#define FROM(k, before) for (int k = before; k < n; k++)
#define SIX(a, b, c, d, e, f, before) FROM(a, before) FROM(b, a) FROM(c, b) FROM(d, c) FROM(e, d) FROM(f, e)
// CHECK: deep-triangles.c:[[#@LINE+2]]:1: remark: parallel loop 'i'
void sum(double *restrict x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    SIX(a, b, c, d, e, f, i)
  SIX(g, h, j, k, l, m, f)
  x[i * n + m] += 1;
}
