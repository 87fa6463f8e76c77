// Which table row a pointer is read from may be a choice, as of two vectors of a block that take turns.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 -fno-vectorize && %check

struct block {
  double **vectors;
};

void kernel(int blocks, int n, int sweep, const struct block *restrict b) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < blocks; i++) {
    const double *old;
    double *new;
    if ((sweep & 1) == 0) {
      old = b[i].vectors[1];
      new = b[i].vectors[2];
    } else {
      old = b[i].vectors[2];
      new = b[i].vectors[1];
    }
    for (int k = 0; k < n; k++)
      new[k] = 0.5 * old[k];
  }
}

// CHECK: loop i = 0 .. blocks - 1 parallel schedule static threads 4
// CHECK: loop k = 0 .. n - 1
// CHECK-NOT: reason
// CHECK: if (-1)*(sweep % 2)
// CHECK: read "b[][][[ONE:(.2)?]]" @ 16*i*((8*n + 23) / 16) + 8*k
// CHECK: write "b[][][[TWO:(.2)?]]" @ 16*i*((8*n + 23) / 16) + 8*k
// CHECK: if sweep % 2 - 1
// CHECK: read "b[][][[TWO]]" @ 16*i*((8*n + 23) / 16) + 8*k
// CHECK: write "b[][][[ONE]]" @ 16*i*((8*n + 23) / 16) + 8*k
