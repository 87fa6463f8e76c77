// Guards that exclude each other, by the equations alone: red and black points share all lines, but odd and even rows
// none, and neither brings lines for the other.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %remarks -O2
// RUN: %pmecache compare %t/red_black.pme --machine corei7 --closed-form | %FileCheck %s
// RUN: %pmecache compare %t/odd_even.pme --machine corei7 --closed-form | %FileCheck %s

enum { N = 300 };
double u[N][N] __attribute__((aligned(64))), a[N][N] __attribute__((aligned(64))), b[N][N] __attribute__((aligned(64)));

void red_black(void) {
  for (int r = 0; r < 4; r++)
    for (int colour = 0; colour < 2; colour++)
#pragma omp parallel for num_threads(4) schedule(static)
      for (int i = 1; i < N - 1; i++)
        for (int j = 1; j < N - 1; j++)
          if ((i + j) % 2 == colour)
            u[i][j] = 0.25 * (u[i - 1][j] + u[i + 1][j] + u[i][j - 1] + u[i][j + 1]);
}

void odd_even(void) {
  for (int r = 0; r < 4; r++)
#pragma omp parallel for num_threads(4) schedule(static, 4)
    for (int t = 0; t < N; t++)
      for (int j = 0; j < N; j++)
        if (t % 2)
          u[t][j] += a[t][j];
        else
          u[t][j] += b[t][j];
}

// CHECK: parallel loop
// CHECK: L1 private x4 {{.*}} inside
// CHECK: L2 private x4 {{.*}} inside
// CHECK: L3 shared x1 {{.*}} inside
