// Block-diagonal preconditioner: 5x5 std::array blocks (200 bytes) applied to 40-byte vectors, chunk 3.
#include <array>
#include <cstdio>
#include <vector>

using Vec5 = std::array<double, 5>;
using Blk5 = std::array<Vec5, 5>;

int main() {
  const int n = 120000;
  std::vector<Blk5> inv(n);
  std::vector<Vec5> r(n), z(n);
  for (int c = 0; c < n; c++)
    for (int i = 0; i < 5; i++) {
      r[c][i] = (c + i) % 6;
      for (int j = 0; j < 5; j++)
        inv[c][i][j] = i == j ? 0.5 : 0.01 * ((c + i * j) % 3);
    }

  for (int it = 0; it < 12; it++) {
#pragma omp parallel for schedule(static, 3)
    for (int c = 0; c < n; c++) {
      const Blk5 &b = inv[c];
      for (int i = 0; i < 5; i++) {
        double s = 0;
        for (int j = 0; j < 5; j++)
          s += b[i][j] * r[c][j];
        z[c][i] = s;
      }
    }
    for (int i = 0; i < 5; i++)
      r[it][i] += z[it + 1][i];
  }

  double s = 0;
  for (const Vec5 &v : z)
    for (double x : v)
      s += x;
  std::printf("%.8f\n", s);
}
