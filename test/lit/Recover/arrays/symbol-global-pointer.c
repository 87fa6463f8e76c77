// A global pointer: the array behind it has the name.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double *field;
int n;

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    field[i] = 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT: read "&field" @ 0 at
// CHECK-NEXT: write field @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
