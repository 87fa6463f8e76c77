// A block's size that is a variable of the file, read again by each loop of the block: the loop over the blocks goes on
// by what was read last, in a loop or before it.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
typedef struct {
  double real, imag;
} cell;
static int block;
void kernel(int n, cell (*x)[64], int given) {
  block = given;
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    cell y[64][33];
    for (int jj = 0; jj <= n - block; jj += block) {
      for (int j = 0; j < block; j++)
        for (int i = 0; i < n; i++)
          y[i][j] = x[j + jj][i];
      for (int j = 0; j < block; j++)
        for (int i = 0; i < n; i++)
          x[j + jj][i] = y[i][j];
    }
  }
}

// CHECK: loop k = 0 .. n - 1 parallel
// CHECK: loop jj = 0 .. n - block step block at
// CHECK: loop j = 0 .. block - 1 at
// CHECK-NEXT: loop i = 0 .. n - 1 at
// CHECK-NEXT: read x @ 1024*jj + 1024*j + 16*i{{.*}} at
// CHECK: write x @ 1024*jj + 1024*j + 16*i{{.*}} at
