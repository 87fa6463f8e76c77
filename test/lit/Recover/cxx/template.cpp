// A class template with a constant size, and its operator.
// RUN: %recover_cxx -O0 && %check
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check
// RUN: %recover_cxx -O3 && %check

template <int N> struct Matrix {
  double cells[N][N];
  double &operator()(int i, int j) { return cells[i][j]; }
};

extern "C" void kernel(Matrix<64> &a, Matrix<64> &b) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    for (int j = 0; j < 64; j++)
      a(i, j) = b(j, i);
}

// CHECK: loop i = 0 .. 63 parallel schedule static at
// CHECK-NEXT:   loop j = 0 .. 63 at
// CHECK-NEXT:     read b @ 8*i + 512*j at
// CHECK-NEXT:     write a @ 512*i + 8*j at
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
