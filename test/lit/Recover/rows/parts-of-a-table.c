// A parallel loop over each of the parts that a table tells the starts of: the parts follow each other, and are taken to
// be as long as each other.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check
void kernel(int parts, const int *first, double alpha, const double *b, double *a) {
  for (int p = 0; p < parts; ++p) {
    const int begin = first[p], end = first[p + 1];
#pragma omp parallel for
    for (int i = begin; i < end; ++i)
      a[i] = alpha * b[i];
  }
}

// CHECK: loop i = 0 .. i.last parallel schedule static
// CHECK-NEXT: read b @ 8*i.last*p + 8*p + 8*i at
// CHECK-NEXT: write a @ 8*i.last*p + 8*p + 8*i at
