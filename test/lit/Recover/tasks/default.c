// A taskloop without a clause: ten tasks for each thread of the team, which whoever is free takes. The one thread that makes
// them does not run them all.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %check_all --check-prefix=ASSUMED
// RUN: %recover -O3 && %check

void kernel(int n, double *x) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; i++)
    x[i] += 1;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule dynamic ((n - 1) / (10*threads()) + 1) tasks
// CHECK-NEXT:   read x @ 8*i at
// CHECK-NEXT:   write x @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
// ASSUMED: assume schedule "a taskloop has 10 tasks for each thread, as LLVM's runtime makes them
