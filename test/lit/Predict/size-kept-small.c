// A size that conditions keep small has that value in the loops under them, as in the arm for one dimension, and what is
// compared with a size follows it.
// RUN: env %corei7 %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
void axes(int n, int d, int most, double *restrict x, const double *restrict y) {
  if (n > most)
    return;
  if (d == 1)
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
      x[i] += y[i];
  else
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n; i++)
      for (int k = 0; k < d; k++)
        x[i] += y[i * d + k];
}

// CHECK: size-kept-small.c:[[#@LINE-10]]:1: remark: parallel loop 'i' for every n: L{{.*}} 0.25 n{{.*}}taken: d = 1
// CHECK: size-kept-small.c:[[#@LINE-7]]:1: remark: parallel loop 'i' for every n = d: L
