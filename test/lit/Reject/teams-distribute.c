// Loops that are distributed over teams, on the host: what is not modelled is said, and the loop is not claimed twice,
// once for the teams and once for their threads.
// RUN: %recover -O0 && cat %t/*kernel*.pme | grep -v assume | %FileCheck %s
// RUN: %recover -O2 && cat %t/*kernel*.pme | grep -v assume | %FileCheck %s

void kernel(int n, double *x) {
#pragma omp target teams distribute parallel for
  for (int i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: reason unsupported-construct at [[#@LINE-5]]:1 "teams"
// CHECK: loop i = 0 .. n - 1 parallel schedule static {{.*}}at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
