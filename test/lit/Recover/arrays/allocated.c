// What every thread of a team allocates is its own; what one thread allocates for all is not.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
#include <stdlib.h>

void kernel(int n, double *x) {
  double *own, *team;
#pragma omp parallel private(own, team)
  {
    own = malloc(n * sizeof(double));
#pragma omp single copyprivate(team)
    team = malloc(n * sizeof(double));
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++)
        own[j] = x[n * i + j];
      team[i] = own[n - 1 - i];
    }
    free(own);
  }
}

// CHECK: array x element 8
// CHECK-NEXT: array own element 8 heap private
// CHECK-NEXT: array team element 8 heap{{$}}
// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: loop j = 0 .. n - 1 at
// CHECK-NEXT: read x @ 8*n*i + 8*j at
// CHECK-NEXT: write own @ 8*j at
// CHECK-NEXT: end
// CHECK-NEXT: read own @ 8*n - 8*i - 8 at
// CHECK-NEXT: write team @ 8*i at
// CHECK-NEXT: end
