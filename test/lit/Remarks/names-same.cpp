// The same symbols' names with -g and with line tables alone: a parameter behind a macro, a variable of the file.
// RUN: env %corei7 %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %clangxx -O2 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %clangxx -O2 -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
static int nproc;
void set(int n) { nproc = n; }

#define BOUND_OF_ROWS ni
// CHECK: 'ni=1000'
void parameter(int ni, double *x) {
#pragma omp parallel for
  for (int i = 0; i < BOUND_OF_ROWS; i++)
    x[i] = 1;
}

// CHECK: 'nproc=1000'
void variable(double *x) {
#pragma omp parallel for
  for (int i = 0; i < nproc; i++)
    x[i] = 1;
}
