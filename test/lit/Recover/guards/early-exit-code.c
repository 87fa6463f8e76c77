// Code that only an early exit leads to: counted as if it always ran, and that is said.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, int m, int *key, int *table, int *place) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    place[i] = -1;
    for (int j = 0; j < m; j++)
      if (table[j] == key[i]) {
        place[i] = j;
        break;
      }
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: write place @ 4*i at
// CHECK: assume branch-taken "the branch at line [[#@LINE-9]]"
// CHECK: loop j = 0 .. m - 1 at
// CHECK: read table @ 4*j at
// CHECK-NEXT: read key @ 4*i at
// CHECK-NEXT: end
// CHECK-NEXT: write place @ 4*i at
