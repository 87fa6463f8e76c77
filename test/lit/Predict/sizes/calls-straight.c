// A function of straight lines that a loop calls, as programs have that write out the elimination of 5 x 5 blocks: it is
// followed, though longer than others may be, and what its lines touch again costs no effort.
// RUN: env %corei7 %remarks -O2 -g1 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=OPEN
// RUN: env %corei7 PMECACHE_PARAMS=n=64 %remarks -O2 -g1 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=GIVEN

static double u[64][64][64][5], rhs[64][64][64][5];
static double lhs[64][3][5][5];
#pragma omp threadprivate(lhs)

#define TERM(i, j, p)                                                                                                  \
  a[i][j] -= k * a[p][j];                                                                                              \
  c[i][j] -= k * c[p][j];
#define ROW(i, p)                                                                                                      \
  k = a[i][p];                                                                                                         \
  TERM(i, 0, p) TERM(i, 1, p) TERM(i, 2, p) TERM(i, 3, p) TERM(i, 4, p) r[i] -= k * r[p];
#define SCALE(j, p)                                                                                                    \
  a[p][j] *= k;                                                                                                        \
  c[p][j] *= k;
#define PIVOT(p)                                                                                                       \
  k = 1 / a[p][p];                                                                                                     \
  SCALE(0, p) SCALE(1, p) SCALE(2, p) SCALE(3, p) SCALE(4, p) r[p] *= k;

static void eliminate(double a[5][5], double c[5][5], double r[5]) {
  double k;
  PIVOT(0);
  ROW(1, 0);
  ROW(2, 0);
  ROW(3, 0);
  ROW(4, 0);
  PIVOT(1);
  ROW(0, 1);
  ROW(2, 1);
  ROW(3, 1);
  ROW(4, 1);
  PIVOT(2);
  ROW(0, 2);
  ROW(1, 2);
  ROW(3, 2);
  ROW(4, 2);
  PIVOT(3);
  ROW(0, 3);
  ROW(1, 3);
  ROW(2, 3);
  ROW(4, 3);
  PIVOT(4);
  ROW(0, 4);
  ROW(1, 4);
  ROW(2, 4);
  ROW(3, 4);
}

void sweep(int n) {
#pragma omp parallel for
  for (int k = 1; k < n - 1; k++)
    for (int j = 1; j < n - 1; j++) {
      for (int i = 0; i < n; i++)
        for (int m = 0; m < 5; m++)
          for (int l = 0; l < 5; l++) {
            lhs[i][1][m][l] = 1 + u[k][j][i][m];
            lhs[i][2][m][l] = 1 - u[k][j][i][l];
          }
      for (int i = 1; i < n - 1; i++)
        eliminate(lhs[i][1], lhs[i][2], rhs[k][j][i]);
      eliminate(lhs[n - 1][1], lhs[n - 1][2], rhs[k][j][n - 1]);
    }
}

// OPEN: {{.*}}.c:[[#@LINE-15]]:1: remark: parallel loop 'k' for every n up to 64, as arrays are declared: L3 {{.*}}misses
// OPEN-NOT: not counted
// GIVEN: {{.*}}.c:[[#@LINE-17]]:1: remark: parallel loop 'k' (4 threads, static): L3 costs most, with about {{3[0-9][0-9]K misses.*}}% of {{[0-9]+}}M accesses){{.*}}; for n = 64
// GIVEN-NOT: not counted
