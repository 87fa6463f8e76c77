// Modifiers say in which order a thread gets its chunks; the schedule is the same.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check

void kernel(int n, double *x) {
#pragma omp parallel for schedule(nonmonotonic : dynamic, 2)
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule dynamic 2 at
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
