// Pieces of an array, from first[i] to last[i], around pieces from other[i] to end[i]: those within are counted from 0 by
// `omp simd`, so that other[i] was taken as i elements, and each piece for all but one element of the piece before.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clang -O1 -g -fopenmp %load %s -c -o /dev/null
// RUN: %FileCheck %s --input-file=%t/pieces.pme
void pieces(double *restrict y, const double *restrict x, const long *first, const long *last, const long *other,
            const long *end, long pairs) {
#pragma omp parallel for
  for (long i = 0; i < pairs; i++) {
    long from = first[i], to = last[i], begin = other[i], behind = end[i];
    for (long a = from; a < to; a++) {
      double s = 0.0;
#pragma omp simd reduction(+ : s)
      for (long b = begin; b < behind; b++)
        s += x[b];
      y[a] += s;
    }
  }
}
// CHECK: assume rows-contiguous "rows that 'other' chooses"
// CHECK: read x @ 8*rounds*i + 8*round - 8 at
// CHECK: write y @ 8*a.trips*i + 8*a - 8 at
