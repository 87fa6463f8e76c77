// What has to be 0 around a loop is 0, though it stands in subscripts: the loop was asked a value for.
// RUN: env %corei7 %remarks -O1 -gline-tables-only -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void energy(unsigned box, int n, const int *counts, double *const *images, double *sum) {
  if (box >= 1)
    return;
  int limit = counts[box];
// CHECK: value-zero.c:[[#@LINE+1]]:1: remark: parallel loop 'i' for every n = {{.*}}taken: box = 0
#pragma omp parallel for
  for (int i = 0; i < limit; i++)
    sum[i] += images[box][i] * n;
}
