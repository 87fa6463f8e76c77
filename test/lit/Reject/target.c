// Loops for an accelerator, run on the host here: what is not modelled is said.
// RUN: %missed -O0 -fopenmp-targets=x86_64-pc-linux-gnu -nogpulib 2>&1 | %FileCheck %s --allow-empty
// RUN: %missed -O2 2>&1 | %FileCheck %s
void kernel(int n, double *x) {
#pragma omp target teams distribute parallel for dist_schedule(static, 64)
  for (int i = 0; i < n; i++)
    x[i] = i;
}

// CHECK: remark: {{.*}} is not modelled: this OpenMP construct is not modelled: teams
