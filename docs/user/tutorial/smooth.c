/* A stencil whose sizes only its caller knows: the second example of docs/user/tutorial.md. */
void smooth(int rows, int columns, double in[rows][columns], double out[rows][columns]) {
#pragma omp parallel for schedule(static, 1)
  for (int j = 1; j < columns - 1; j++)
    for (int i = 1; i < rows - 1; i++)
      out[i][j] = 0.25 * (in[i - 1][j] + in[i + 1][j] + in[i][j - 1] + in[i][j + 1]);
}
