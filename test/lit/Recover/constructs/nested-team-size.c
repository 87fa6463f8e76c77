// The number of threads that a region has asked for is that of its own team, in a region in it, too; what a region in
// another one asks for itself is one thread.
// RUN: %recover -O0 && cat %t/clause.pme %t/largest.pme %t/inside.pme | %FileCheck %s
// RUN: %recover -O2 && cat %t/clause.pme %t/largest.pme %t/inside.pme | %FileCheck %s

int omp_get_num_threads(void), omp_get_thread_num(void);

enum { N = 4096 };
double x[64][N], y[64][N], z[64][N];

void clause(void) {
#pragma omp parallel num_threads(4)
  {
    int team = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < 64; i++) {
#pragma omp parallel for
      for (int j = 0; j < N / 16 / team; j++)
        x[i][j] = i;
    }
  }
}

void largest(void) {
#pragma omp parallel
  {
    int team = omp_get_num_threads();
#pragma omp for
    for (int i = 0; i < 64; i++) {
#pragma omp parallel for
      for (int j = 0; j < team; j++)
        y[i][j] = i;
    }
  }
}

void inside(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < 64; i++) {
#pragma omp parallel
    {
      int own = omp_get_thread_num(), team = omp_get_num_threads();
#pragma omp for
      for (int j = 0; j < 8 * team; j++)
        z[i][j + own] = i;
    }
  }
}

// CHECK-LABEL: function clause
// CHECK: loop i = 0 .. 63 parallel schedule static threads 4
// CHECK: loop j = 0 .. 63 parallel schedule static threads 1
// CHECK-NEXT: write x @ 32768*i + 8*j at

// CHECK-LABEL: function largest
// CHECK: loop i = 0 .. 63 parallel schedule static
// CHECK: loop j = 0 .. "omp_get_max_threads()" - 1 parallel schedule static threads 1
// CHECK-NEXT: write y @ 32768*i + 8*j at

// CHECK-LABEL: function inside
// CHECK-NOT: reason
// CHECK: loop i = 0 .. 63 parallel schedule static threads 4
// CHECK: loop j = 0 .. 7 parallel schedule static threads 1
// CHECK-NEXT: write z @ 32768*i + 8*j at
