// Pointers that two objects hold have no distance that anybody could know the sign of.
// RUN: %recover_cxx -O1 && %check

struct range {
  double *begin, *end;
};

extern "C" void kernel(range &a, range &b, double *x, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (a.begin < b.begin)
      x[i] = 0;
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK: if "b.begin - a.begin" - 1 at
// CHECK-NEXT: write x @ 8*i at
