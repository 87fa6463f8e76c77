// A switch on data: every case is taken, and that is said.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all
// RUN: %recover -O3 && %check_all

void kernel(int n, int *kind, double *x) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    switch (kind[i]) {
    case 0:
      x[i] = 1;
      break;
    case 7:
      x[2 * i] = 3;
    }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: assume branch-taken "the branch at line 10"
// CHECK: read kind @ 4*i at
// CHECK-NEXT: write x @ 8*i at
// CHECK-NEXT: write x @ 16*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
