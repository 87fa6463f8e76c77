/* Leagues of teams on the host.
 * oracle league_of_one: n=37
 * oracle league_chunks: n=37
 * oracle league_collapsed: n=37
 * oracle league_serial: n=37
 * oracle league_rows: n=37 */
#include <stdlib.h>

void league_of_one(int n, double *a, const double *b) {
#pragma omp teams distribute parallel for
  for (int i = 0; i < n; i++)
    a[i] = 2 * b[i];
}

void league_chunks(int n, double *a, const double *b) {
#pragma omp teams distribute parallel for schedule(static, 3)
  for (int i = 1; i < n - 1; i++)
    a[i] = b[i - 1] + b[i + 1];
}

void league_collapsed(int n, double *a) {
#pragma omp teams distribute parallel for collapse(2)
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i * n + j] += j;
}

void league_serial(int n, double *a) {
#pragma omp teams distribute
  for (int i = 0; i < n; i++)
    a[i] += 1;
}

void league_rows(int n, double *a) {
#pragma omp teams distribute
  for (int i = 1; i < n; i++)
#pragma omp parallel for
    for (int j = 0; j < n; j++)
      a[i * n + j] += a[(i - 1) * n + j];
}

int main(void) {
  enum { N = 37 };
  double *a = calloc((size_t)N * N, sizeof *a), *b = calloc(N, sizeof *b);
  league_of_one(N, a, b);
  league_chunks(N, a, b);
  league_collapsed(N, a);
  league_serial(N, a);
  league_rows(N, a);
  free(a);
  free(b);
}
