static double a[512][512];
double b[512][512];

void in_c(void) {
#pragma omp parallel for schedule(static, 4)
  for (int i = 0; i < 512; i++)
    for (int j = 0; j < 512; j++)
      b[j][i] = a[i][j];
}
