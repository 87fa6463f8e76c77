// Members of an object that was copied as a whole are called as what they are used as, with line tables alone, too: the
// place of all their loads is that of the copy.
// RUN: %recover_cxx -O2 -g1 && %FileCheck %s --input-file=%t/_ZN6kernel3runEv.pme
// RUN: %recover_cxx -O2 -g && %FileCheck %s --input-file=%t/_ZN6kernel3runEv.pme
struct points {
  int n;
  double *x, *y, centre[2];
};
struct kernel {
  int reps;
  points own;
  void run();
};
void kernel::run() {
  points all = own;
  for (int r = 0; r < reps; r++) {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < all.n; i++)
      sum += all.x[i] + all.y[i];
    all.centre[0] = sum;
    own = all;
  }
}

// CHECK: param {{(all|own)}}.n
// CHECK: loop i = 0 .. {{(all|own)}}.n - 1 parallel
