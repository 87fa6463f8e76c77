// Rows and planes of the coarse grid are multiplied by half of a loop's variable: pitches as those of the fine one, of n
// and n^2. They were taken for n both, so that coarse planes lay on each other.
// RUN: env %corei7 %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
void interpolate(double *to, const double *from, int dim, int fj, int fk, int cj, int ck) {
#pragma omp parallel for
  for (int k = 0; k < dim; k++)
    for (int j = 0; j < dim; j++)
      for (int i = 0; i < dim; i++)
        to[i + j * fj + k * fk] += from[(i >> 1) + (j >> 1) * cj + (k >> 1) * ck];
}

// CHECK: remark: parallel loop 'k' for every n = dim = cj = sqrt(ck) = sqrt(fk)
