// Column-major matrix class (Fortran layout) scaled by a C programmer with rows outermost.
#include <cstdio>
#include <vector>

template <class T> class Matrix {
  int rows_, cols_;
  std::vector<T> data_;

public:
  Matrix(int r, int c) : rows_(r), cols_(c), data_(std::size_t(r) * c) {}
  T &operator()(int i, int j) { return data_[std::size_t(j) * rows_ + i]; }
  const T &operator()(int i, int j) const { return data_[std::size_t(j) * rows_ + i]; }
  int rows() const { return rows_; }
  int cols() const { return cols_; }
};

template <class T> void rowscale(Matrix<T> &m, const std::vector<T> &s) {
  const int nr = m.rows(), nc = m.cols();
#pragma omp parallel for
  for (int i = 0; i < nr; i++)
    for (int j = 0; j < nc; j++)
      m(i, j) = m(i, j) * s[i] + T(1);
}

int main() {
  Matrix<double> m(1500, 1100);
  std::vector<double> s(1500);
  for (int i = 0; i < 1500; i++) {
    s[i] = 0.5 + 0.001 * (i % 100);
    for (int j = 0; j < 1100; j++)
      m(i, j) = (i + j) % 4;
  }
  for (int r = 0; r < 6; r++)
    rowscale(m, s);

  double sum = 0;
  for (int j = 0; j < 1100; j++)
    for (int i = 0; i < 1500; i++)
      sum += m(i, j) * (j % 3);
  std::printf("%.8f\n", sum);
}
