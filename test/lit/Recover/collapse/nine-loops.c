// Each variable of collapsed loops is what the counter's divisions have left over, which have those of the outer loops in
// them: recovery takes time for each division, not for each way in which they stand in each other.
// RUN: env %corei7 PMECACHE_UNIT_BUDGET=4000 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void f(double *restrict a, const double *restrict b, int n, int p[8]) {
#pragma omp parallel for collapse(9)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < p[0]; j++)
      for (int k = 0; k < p[1]; k++)
        for (int l = 0; l < p[2]; l++)
          for (int m = 0; m < p[3]; m++)
            for (int o = 0; o < p[4]; o++)
              for (int q = 0; q < p[5]; q++)
                for (int r = 0; r < p[6]; r++)
                  for (int s = 0; s < p[7]; s++)
                    a[i + s] += b[j + k + l + m + o + q + r];
}

// CHECK-NOT: used up
// CHECK: nine-loops.c:5:1: remark: parallel loop 'i'
// CHECK-NOT: used up
