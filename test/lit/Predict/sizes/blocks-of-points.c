// Points in blocks of a length that a caller chooses, the last one shorter: there are points for all blocks, n^2 where
// blocks are n long. Were there n, all blocks but the first one would be empty.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
static int least(int a, int b) { return a < b ? a : b; }

void physics(int points, int length, int blocks, double *restrict heat, const double *restrict rate) {
#pragma omp parallel for
  for (int b = 0; b < blocks; b++)
    for (int j = 0; j < least(length, points - b * length); j++)
      heat[b * length + j] += rate[b * length + j];
}
// CHECK: blocks-of-points.c:[[#@LINE-5]]:1: remark: parallel loop 'b' for every n = blocks = sqrt(points) = length: {{.*}} n^2 misses{{.*}}PARAMS='blocks=1000,points=1000000,length=1000'
