// A view that is passed by value: its pointer is one argument, its two extents are another one.
// RUN: %recover -O0 && %check
// RUN: %recover -O2 && %check
struct view {
  double *data;
  int rows, columns;
  double &operator()(int i, int j) const { return data[i * columns + j]; }
};

extern "C" void kernel(view a, view b) {
#pragma omp parallel for
  for (int i = 0; i < a.rows; i++)
    for (int j = 0; j < a.columns; j++)
      b(i, j) += a(i, j);
}
// CHECK: param a.rows
// CHECK: param a.columns
// CHECK: param b.columns
// CHECK: loop i = 0 .. a.rows - 1 parallel
// CHECK: read a.data @ 8*a.columns*i + 8*j
