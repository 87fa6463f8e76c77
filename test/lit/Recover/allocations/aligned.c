// A mapped block that begins further on in its pages than malloc's, and is given back, lets only blocks shorter than what
// was behind its beginning come from the heap later: the next of its kind is mapped again, where it was.
// RUN: %recover -O2 && %check_all
#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) void kernel(int n, double *a, const double *b, const double *c) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += b[i] * c[i];
}

int main(void) {
  enum { N = 40000, Aligned = 1 << 21 };
  double *first = aligned_alloc(Aligned, Aligned), *a, *b, *c;
  if (!first)
    return 1;
  first[0] = 1;
  printf("%g\n", first[0]);
  free(first);
  a = aligned_alloc(Aligned, Aligned);
  b = aligned_alloc(Aligned, Aligned);
  c = malloc(N * sizeof *c);
  if (!a || !b || !c)
    return 1;
  kernel(N, a, b, c);
  printf("%g\n", a[3]);
}
// CHECK-DAG: array a element 8 {{.*}}allocated 2097152 at -4194304{{$}}
// CHECK-DAG: array b element 8 {{.*}}allocated 2097152 at -8388608{{$}}
// CHECK-DAG: array c element 8 {{.*}}allocated 320000 at 4112{{$}}
