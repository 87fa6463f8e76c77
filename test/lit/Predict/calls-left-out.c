// What calls touch that are not followed may be most of what a loop touches: said where the number stands, and no schedule
// is called the best. Calls beside the loop are no part of its numbers.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=OPEN
// RUN: env %corei7 PMECACHE_PARAMS=n=100000 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=GIVEN
// RUN: env %corei7 PMECACHE_PARAMS=n=100000 %remarks -O2 -g -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=ADVICE

double heavy(double *, int), other(int);

static double walk(double *x, int n) { return n > 0 ? x[n] + walk(x, n - 1) : 0; }

void kernel(int n, double *x, double *y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = heavy(x, i) + other(i) + heavy(y, i) + walk(x, 100);
}

void nothing_left_out(int n, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    x[i] = i;
  other(n);
}

// OPEN: {{.*}}.c:[[#@LINE-12]]:1: remark: parallel loop 'i' for every n: {{.*}}; not counted: what calls touch of heavy, other, walk; at one size:
// OPEN: {{.*}}.c:[[#@LINE-7]]:1: remark: parallel loop 'i' for every n:
// OPEN-NOT: not counted
// GIVEN: {{.*}}.c:[[#@LINE-15]]:1: remark: parallel loop 'i' ({{.*}}; not counted: what calls touch of heavy, other, walk; for n = 100000
// GIVEN: {{.*}}.c:[[#@LINE-10]]:1: remark: parallel loop 'i' (
// GIVEN-NOT: not counted
// ADVICE: {{.*}}.c:[[#@LINE-18]]:1: remark: parallel loop 'i': no advice: a part of the loop is not modelled
// ADVICE: {{.*}}.c:[[#@LINE-13]]:1: remark: parallel loop 'i': {{.*}}schedule(static)
