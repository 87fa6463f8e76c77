// Each thread has a record that says which part is its own, as pools of threads do. Of how many parts there are is no
// number of a row: it was read as one, so that parts were of 5, 8, 11 and 14 threads.
// RUN: %recover_cxx -O1 -g1 && cat %t/*.pme | %FileCheck %s
struct record {
  long scratch[4];
  int rank, parts;
};
struct pool {
  int threads;
  record *of[64];
};
extern "C" int omp_get_thread_num(void);

// CHECK: loop thread = 0 .. threads() - 1 parallel each-thread
// CHECK: reason indirect-subscript
// CHECK-NEXT: reason indirect-subscript
// CHECK-NOT: 3*thread
// CHECK: write y scattered {{[0-9]+}} stays 1 @ 8*i - 8
void copy(pool &p, int n, const double *x, double *y) {
#pragma omp parallel num_threads(4)
  {
    record &r = *p.of[omp_get_thread_num()];
    int part = (n + r.parts - 1) / r.parts;
    long first = (long)part * r.rank, last = first + part < n ? first + part : n;
    for (long i = first; i < last; i++)
      y[i] = x[i];
  }
}
