// Buffers that take turns in loops within loops: the turns of all of them add up. Where a loop goes round another number
// of times in each round of the next one, or data choose whether it does, nobody knows which buffer it is.
// RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %clang -O1 -g1 -fopenmp %load -c -o %t.o %s
// RUN: cat %t/phases.pme %t/thirds.pme %t/uneven.pme %t/maybe.pme | %FileCheck %s
// RUN: rm -rf %t && mkdir %t && env PMECACHE_DUMP=%t %clang -O3 -g1 -fopenmp %load -c -o %t.o %s
// RUN: cat %t/phases.pme %t/thirds.pme %t/uneven.pme %t/maybe.pme | %FileCheck %s

// Levels, two phases and a fill in front of them, all in one region.
void phases(int n, int its, int first, int second, double *a, double *b) {
#pragma omp parallel
  for (int t = 0; t < its; t++) {
#pragma omp for
    for (int i = 0; i < n; i++)
      a[i] = i;
    for (int k = 0; k < first; k++) {
#pragma omp for
      for (int i = 0; i < n; i++)
        b[i] = a[i] + 1;
#pragma omp single
      {
        double *x = a;
        a = b;
        b = x;
      }
    }
    for (int k = 0; k < second; k++) {
#pragma omp for
      for (int i = 0; i < n; i++)
        b[i] = a[i] + 2;
#pragma omp single
      {
        double *x = a;
        a = b;
        b = x;
      }
    }
  }
}
// CHECK: function phases
// CHECK: if (-1)*(({{(first|second)[*]t [+] (first|second)[*]t}}) % 2)
// CHECK-NEXT: write a @ 8*i
// CHECK: if (-1)*(({{(first|second)[*]t [+] (first|second)[*]t}} + k) % 2)
// CHECK-NEXT: read a @ 8*i
// CHECK-NEXT: write b @ 8*i
// CHECK: if (-1)*(({{(.* [+] )?first [+] .*}}k) % 2)
// CHECK-NEXT: read a @ 8*i
// CHECK-NEXT: write b @ 8*i
// CHECK-NOT: scattered

void thirds(int n, int reps, int its, double *a, double *b, double *c) {
  for (int l = 0; l < 3; l++)
    for (int r = 0; r < reps; r++)
      for (int t = 0; t < its; t++) {
#pragma omp parallel for
        for (int i = 1; i < n - 1; i++)
          c[i] = a[i - 1] + b[i + 1];
        double *x = a;
        a = b;
        b = c;
        c = x;
      }
}
// CHECK: function thirds
// CHECK: if (-1)*(({{.*}}its*r + t) % 3)
// CHECK-NEXT: read a
// CHECK-NEXT: read b
// CHECK-NEXT: write c
// CHECK-NOT: scattered

void uneven(int n, int reps, double *a, double *b) {
  for (int r = 0; r < reps; r++)
    for (int t = 0; t < r; t++) {
#pragma omp parallel for
      for (int i = 0; i < n; i++)
        b[i] = a[i];
      double *x = a;
      a = b;
      b = x;
    }
}
// CHECK: function uneven
// CHECK: read {{.*}} scattered

void maybe(int n, int reps, int its, double *a, double *b, const int *flags) {
  for (int r = 0; r < reps; r++)
    if (flags[r])
      for (int t = 0; t < its; t++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++)
          b[i] = a[i];
        double *x = a;
        a = b;
        b = x;
      }
}
// CHECK: function maybe
// CHECK: read {{.*}} scattered
