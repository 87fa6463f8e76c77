// malloc keeps the lists of its cache in the heap's first chunk, but aligned allocations do not look there: where they
// come first, the heap begins with them, and the lists stand in front of the first block that is not aligned.
// RUN: %recover -O2 && %check_all
#include <stdlib.h>

void kernel(int n, double *a, double *b, double *c, double *d) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] = b[i] + c[i] + d[i];
}

int main(void) {
  double *a = aligned_alloc(32, 2916), *b = aligned_alloc(32, 93312), *c = malloc(31104), *d = malloc(8000);
  kernel(100, a, b, c, d);
  return 0;
}

// CHECK-DAG: array a element 8 {{.*}}allocated 2916 at 3488
// CHECK-DAG: array b element 8 {{.*}}allocated 93312 at 6496
// CHECK-DAG: array c element 8 {{.*}}allocated 31104 at 100512
// CHECK-DAG: array d element 8 {{.*}}allocated 8000 at 131632
