// Two buffers that take turns: reads of one where the count of rounds is even, of the other where it is odd.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int rounds, double *from, double *to) {
  for (int t = 0; t < rounds; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      to[i] = from[i];
    double *other = from;
    from = to;
    to = other;
  }
}

// CHECK: loop t = 0 .. rounds - 1 at
// CHECK-NEXT:   loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:     if (-1)*(t % 2) at
// CHECK-NEXT:       read from @ 8*i at
// CHECK-NEXT:       write to @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:     if t % 2 - 1 at
// CHECK-NEXT:       read to @ 8*i at
// CHECK-NEXT:       write from @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}

// Behind the loop it is the one that its last round, the 119th, leaves: the dump of this one is read again.
// RUN: env PMECACHE_DUMP=%t.behind %clang -O2 -fopenmp %load -c -o %t.o %s
// RUN: %pmecache predict %t.behind/behind.pme --machine corei7 | %FileCheck --check-prefix=BEHIND %s
double behind(int n, double *from, double *to) {
  for (int t = 0; t < 119; t++) {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      to[i] = from[i];
    double *other = from;
    from = to;
    to = other;
  }
  return from[n];
}
// BEHIND: total of behind
