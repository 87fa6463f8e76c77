// An upwind scheme: data choose between cells that are next to each other. One of them stands for all, and that is said;
// what data choose from afar is at any place.
// RUN: %recover -O2 && %check_all

void kernel(int n, int last, const double *restrict flux, const double *restrict x, double *restrict y) {
#pragma omp parallel for
  for (int k = 0; k < n; k++)
    for (int j = 2; j < n; j++) {
      int donor, upwind;
      if (flux[k * n + j] > 0) {
        donor = j - 1;
        upwind = j - 2;
      } else {
        donor = j;
        upwind = j + 1 < last ? j + 1 : last;
      }
      y[k * n + j] = x[k * n + donor] - x[k * n + upwind];
    }
}

// CHECK: assume neighbour-taken
// CHECK-NOT: scattered
// CHECK-NOT: reason
// CHECK: read flux @ 8*n*k + 8*j at
// CHECK-NEXT: read x @ 8*n*k + 8*j{{( - 8)?}} at
// CHECK-NEXT: read x @ 8*n*k + 8*j - 16 at
// CHECK-NEXT: write y @ 8*n*k + 8*j at
// CHECK-NOT: scattered
