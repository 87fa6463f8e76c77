// Arrays behind a class that knows its own sizes: a size is a bound of the loop and part of the subscript in it, read
// again for each.
// RUN: %recover_cxx -O2 && %FileCheck %s --check-prefix=VIEW --input-file=%t/_Z5clear4viewIdE.pme
// RUN: %recover_cxx -O2 && %FileCheck %s --check-prefix=GRID --input-file=%t/_ZN4grid5relaxERS_.pme
template <class T> struct view {
  T *p;
  int n, m, k;
  T &operator()(int i, int j, int l) const { return p[(i * m + j) * k + l]; }
};

void clear(view<double> a) {
#pragma omp parallel for
  for (int i = 1; i < a.n - 1; i++)
    for (int j = 1; j < a.m - 1; j++)
      for (int l = 1; l < a.k - 1; l++)
        a(i, j, l) = 0;
}
// VIEW-NOT: reason
// VIEW: loop i = 1 .. a.n - 2 parallel
// VIEW: loop j = 1 .. a.m - 2
// VIEW: loop l = 1 .. a.k - 2
// VIEW-NOT: reason
// VIEW: write a.p @ 8*a.m*a.k*i + 8*a.k*j + 8*l at

struct grid {
  double *u;
  int nx, ny;
  double &at(int i, int j) { return u[static_cast<unsigned long>(j) * nx + i]; }
  void relax(grid &other);
};

void grid::relax(grid &other) {
#pragma omp parallel for
  for (int j = 1; j < ny - 1; j++)
    for (int i = 1; i < nx - 1; i++)
      other.at(i, j) = at(i - 1, j);
}
// GRID-NOT: reason
// GRID: read u @ 8*nx*j + 8*i - 8 at
// GRID: write other.u @ 8*other.nx*j + 8*i at
