// The library's stream has a buffer since something was printed, in front of what is allocated later.
// RUN: %recover_cxx -O1 && %check_all
#include <iostream>

extern "C" __attribute__((noinline)) void kernel(int n, double *a, double *b) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[i] += b[i];
}

int main() {
  double *a = new double[500];
  std::cout << "start of " << 500 << std::endl;
  double *b = new double[500];
  kernel(500, a, b);
  std::cout << a[3] << "\n";
}
// CHECK-DAG: array a element 8 {{.*}}allocated 4000 at 72720{{$}}
// CHECK-DAG: array b element 8 {{.*}}allocated 4000 at 80848{{$}}
