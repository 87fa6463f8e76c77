// A generator of random numbers makes its state anew in one draw of hundreds: a draw is a call that touches nothing
// that matters here, not the loops over all of the state.
// RUN: %recover_cxx -O1 && %check_all
// RUN: %recover_cxx -O2 -gline-tables-only && %check_all

#include <random>

extern "C" void kernel(int n, double *noise) {
#pragma omp parallel num_threads(4)
  {
    std::mt19937 generator(42);
    std::uniform_real_distribution<double> uniform(0, 1);
#pragma omp for
    for (int i = 0; i < n; i++)
      noise[i] = uniform(generator);
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static threads 4 at
// CHECK-NOT: loop i
// CHECK: assume call-ignored "std::mersenne_twister_engine{{.*}}::operator()
// CHECK: write noise @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: read
