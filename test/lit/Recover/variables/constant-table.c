// Sizes that stand in a constant table, and texts, are read: they are no symbols.
// RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %clang -O1 -gline-tables-only -fopenmp %load %s -c -o %t.o
// RUN: cat %t/*.pme | %FileCheck %s
static const int sizes[3] = {100, 200, 300};
static const char modes[4] = "abc";

void scale(double *a) {
#pragma omp parallel for
  for (int i = 0; i < sizes[1]; i++) {
    if (modes[1] == 'b')
      a[i] += 1;
    a[i] *= sizes[2];
  }
}
// CHECK: function scale
// CHECK-NOT: param
// CHECK: loop i = 0 .. 199 parallel
// CHECK-NEXT: read a @ 8*i
// CHECK-NEXT: write a @ 8*i
// CHECK-NEXT: read a @ 8*i
// CHECK-NEXT: write a @ 8*i
// CHECK-NEXT: end
