// Vectors and arrays of objects, whose constructors allocate: the same by the code of the library.
// RUN: %recover_cxx -O0 && %check_all
// RUN: %recover_cxx -O2 && %check_all
#include <memory>
#include <vector>

struct fields {
  std::vector<double> a, b;
  std::unique_ptr<double[]> c;
  explicit fields(int n) : a(n), b(n + 3, 1.0), c(new double[n]) {}
};

extern "C" __attribute__((noinline)) void kernel(int n, fields &f, double *x) {
  double *a = f.a.data(), *b = f.b.data(), *c = f.c.get();
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += b[i] * c[i] + x[i];
}

int main() {
  std::vector<double> x(501);
  fields f(1001);
  kernel(501, f, x.data());
}
// The C++ library has taken 72,720 bytes before.
// CHECK-DAG: array x element 8 heap likely allocated 4008 at 72720{{$}}
// CHECK-DAG: array {{.*}}a{{.*}} element 8 heap likely allocated 8008 at 76736{{$}}
// CHECK-DAG: array {{.*}}b{{.*}} element 8 heap likely allocated 8032 at 84752{{$}}
// CHECK-DAG: array {{.*}}c{{.*}} element 8 heap likely allocated 8008 at 92800{{$}}
