// Stencil on vector<vector<double>>, every row a separate allocation of odd length.
#include <cstdio>
#include <utility>
#include <vector>

int main() {
  constexpr int n = 777, sweeps = 60;
  std::vector<std::vector<double>> a(n, std::vector<double>(n)), b(a);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      a[i][j] = b[i][j] = (i * 7 + j * 3) % 10;

  for (int s = 0; s < sweeps; s++) {
#pragma omp parallel for schedule(dynamic)
    for (int i = 1; i < n - 1; i++)
      for (int j = 1; j < n - 1; j++)
        b[i][j] = 0.2 * (a[i][j] + a[i - 1][j] + a[i + 1][j] + a[i][j - 1] + a[i][j + 1]);
    std::swap(a, b);
  }

  double sum = 0;
  for (const auto &row : a)
    for (double v : row)
      sum += v * v;
  std::printf("%.9f\n", sum);
}
