// Sizes that are products of sums: an address of more terms than a division of two sums goes through. Nothing at all was
// said of such a function.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

void kernel(int ib, int ie, int jb, int je, int kb, int ke, const int *wind, int nz, double *restrict u) {
  const unsigned long ni = ie - ib + 1;
  const unsigned long nij = ni * (je - jb + 1);
  const unsigned long all = (unsigned long)(ie - ib + 1) * (je - jb + 1) * (ke - kb + 1);
  for (int s = 0; s < 6; s++)
#pragma omp parallel for
    for (int k = wind[4 + 6 * s]; k <= wind[5 + 6 * s]; k++)
      for (int j = wind[2 + 6 * s]; j <= wind[3 + 6 * s]; j++)
        for (int i = wind[6 * s]; i <= wind[1 + 6 * s]; i++) {
          unsigned long at = i - ib + ni * (j - jb) + nij * (k - kb);
          u[at + 2 * all] = u[at + 2 * all + nz * nij];
        }
}

// CHECK: loop s = 0 .. 5 at
// CHECK: loop k = {{.*}} parallel schedule static
// CHECK: loop j =
// CHECK: loop i =
// CHECK: read u @ {{.*}}*i
// CHECK: write u @ {{.*}}*i
