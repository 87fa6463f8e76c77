// One instance of each template is answered before all others: where the time for a unit is used up, no loop of the source is
// left out for more instances of another one.
// RUN: rm -f %t.json && env %corei7 PMECACHE_JSON=%t.json %clangxx -O2 -g -fopenmp %load %s -c -o /dev/null && %FileCheck %s < %t.json

template <int Step> void scale(double *x, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[Step * i] *= 2;
}

template void scale<1>(double *, long);
template void scale<2>(double *, long);
template void scale<3>(double *, long);

void last(double *x, long n) {
#pragma omp parallel for
  for (long i = 0; i < n; i++)
    x[i] = 1;
}

// CHECK: _Z5scaleILi1EEvPdl
// CHECK: _Z4lastPdl
// CHECK: _Z5scaleILi2EEvPdl
// CHECK: _Z5scaleILi3EEvPdl
