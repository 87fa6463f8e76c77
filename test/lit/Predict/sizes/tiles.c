// A length of tiles is no size of its own: all of it would be one tile. Where none is asked for, or it is as long as a
// row, conditions say which value it has.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
void transpose(long n, long tile, const double *restrict a, double *restrict b) {
  if (tile < n) {
// CHECK: remark: parallel loop 'it' for every n: {{.*}}taken: tile = 32; {{.*}}[-Rpass=
#pragma omp parallel for
    for (long it = 0; it < n; it += tile)
      for (long jt = 0; jt < n; jt += tile)
        for (long i = it; i < (it + tile < n ? it + tile : n); i++)
          for (long j = jt; j < (jt + tile < n ? jt + tile : n); j++)
            b[j * n + i] += a[i * n + j];
  } else {
// CHECK: remark: parallel loop 'i' for {{.*}}n: {{.*}}[-Rpass=
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
        b[j * n + i] += a[i * n + j];
  }
}

void star(long n, long tile, const double *restrict in, double *restrict out) {
  if (!tile) {
// CHECK: remark: parallel loop 'j' for every n: {{.*}}taken: tile = 0; {{.*}}[-Rpass=
#pragma omp parallel for
    for (long j = 1; j < n - 1; j++)
      for (long i = 1; i < n - 1; i++)
        out[j * n + i] += in[(j - 1) * n + i] + in[(j + 1) * n + i] + in[j * n + i - 1] + in[j * n + i + 1];
  } else {
// CHECK: remark: parallel loop 'jt' for every n: {{.*}}taken: tile = 32; {{.*}}[-Rpass=
#pragma omp parallel for
    for (long jt = 1; jt < n - 1; jt += tile)
      for (long it = 1; it < n - 1; it += tile)
        for (long j = jt; j < (jt + tile < n - 1 ? jt + tile : n - 1); j++)
          for (long i = it; i < (it + tile < n - 1 ? it + tile : n - 1); i++)
            out[j * n + i] += in[(j - 1) * n + i] + in[(j + 1) * n + i] + in[j * n + i - 1] + in[j * n + i + 1];
  }
}
