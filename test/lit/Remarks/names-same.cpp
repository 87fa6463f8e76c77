// The same symbols' names with -g and with line tables alone: a parameter behind a macro, a variable of the file.
// RUN: env %corei7 %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %clangxx -O2 -gline-tables-only -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %clangxx -O2 -fopenmp %load %s -c -o /dev/null -Rpass-missed=cache 2>&1 | %FileCheck %s
static int nproc;
void set(int n) { nproc = n; }

#define BOUND_OF_ROWS ni
// CHECK: 'ni=1000'
void parameter(int ni, double *x) {
#pragma omp parallel for
  for (int i = 0; i < BOUND_OF_ROWS; i++)
    x[i] = 1;
}

// CHECK: 'nproc=1000'
void variable(double *x) {
#pragma omp parallel for
  for (int i = 0; i < nproc; i++)
    x[i] = 1;
}

// Members of objects and of the function's own, vectors of members, whose accessors are inlined.
#include <vector>
struct grid {
  int rows, columns;
  std::vector<double> v;
  double &at(int i, int j) { return v[(unsigned long)i * columns + j]; }
  const double &at(int i, int j) const { return v[(unsigned long)i * columns + j]; }
  void scale(double by);
};
// CHECK: 'a.rows=1000,a.columns=1000,b.columns=1000'
void transpose(const grid &a, grid &b) {
#pragma omp parallel for
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < a.columns; j++)
      b.at(j, i) = a.at(i, j);
}

// Two objects that are called as functions, and one that a lambda function has captured.
struct image {
  int height, width;
  std::vector<double> pixels;
  double &operator()(int i, int j) { return pixels[(unsigned long)i * width + j]; }
  const double &operator()(int i, int j) const { return pixels[(unsigned long)i * width + j]; }
};
// CHECK: 'in.height=1000,in.width=1000,out.width=1000'
void copy(const image &in, image &out) {
#pragma omp parallel for
  for (int i = 0; i < in.height; i++)
    for (int j = 0; j < in.width; j++)
      out(i, j) = in(i, j);
}

// CHECK: 'in.height=1000,in.width=1000'
void apply(const image &in, double *to) {
  auto at = [&in](int i, int j) { return in(i, j); };
#pragma omp parallel for
  for (int i = 0; i < in.height; i++)
    for (int j = 0; j < in.width; j++)
      to[j] = at(i, j);
}

// Of a class with a constructor that this file does not call, debug information has the name alone.
struct picture {
  int width_, height_;
  std::vector<float> pixels_;
  picture(int width, int height) : width_(width), height_(height), pixels_((unsigned long)width * height) {}
  float &operator()(int x, int y) { return pixels_[(unsigned long)y * width_ + x]; }
  float operator()(int x, int y) const { return pixels_[(unsigned long)y * width_ + x]; }
};
// CHECK: 'in.width_=1000,in.height_=1000,out.width_=1000'
void columns(const picture &in, picture &out) {
#pragma omp parallel for
  for (int x = 0; x < in.width_; x++)
    for (int y = 0; y < in.height_; y++)
      out(x, y) = in(x, y);
}

// CHECK: 'rows=1000'
void grid::scale(double by) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++)
    v[i] *= by;
}

// CHECK: 'ps.size()=1000'
void whole(std::vector<double> &ps) {
#pragma omp parallel for
  for (unsigned long i = 0; i < ps.size(); i++)
    ps[i] = 1;
}
