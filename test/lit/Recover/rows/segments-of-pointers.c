// A graph with a pointer to each vertex's neighbours, which end where the next one's begin: rows have no gaps, where rows
// that each were allocated would have some.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, int **restrict index, int *restrict sum) {
#pragma omp parallel for
  for (int u = 0; u < n; u++)
    for (int *v = index[u]; v < index[u + 1]; v++)
      sum[u] += *v;
}

// CHECK: array index element 8
// CHECK-NEXT: array "index[]" element 4 align 16
// CHECK: loop u = 0 .. n - 1 parallel schedule static
// CHECK: read "index[]" @ 4*rounds*u + 4*round - 4 at
