// A symbol without a value: the hint names it and the option.
// RUN: env %corei7 %remarks -O2 -Werror -Rpass-missed=cache 2>&1 | %FileCheck %s --implicit-check-not=remark:
void kernel(int rows, double *x) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    x[i] = 1;
}

// CHECK: {{.*}}missed.c:[[#@LINE-5]]:1: remark: parallel loop 'i' is not modelled: the value of 'rows' is not known; give it with PMECACHE_PARAMS='rows=1000' [-Rpass-missed=pmecache]
