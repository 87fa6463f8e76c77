// What is recovered does not depend on what instructions cost on the processor compiled for: an address that only a
// division needs stays an affine function of the loops.
// RUN: %recover -O2 && %check
enum { TILE = 16 };

void kernel(float *a, const float *row, int size) {
  for (int offset = 0; offset < size - TILE; offset += TILE) {
    int tiles = (size - offset - TILE) / TILE;
#pragma omp parallel for
    for (int tile = 0; tile < tiles; tile++)
      for (int i = 0; i < TILE; i++)
        for (int j = 0; j < TILE; j++) {
          int at = offset + TILE * (tile + 1) + i;
          float sum = 0.f;
          for (int k = 0; k < j; k++)
            sum += a[size * at + offset + k] * row[TILE * k + j];
          a[size * at + offset + j] = (a[size * at + offset + j] - sum) / a[size * (offset + j) + offset + j];
        }
  }
}

// CHECK-NOT: non-affine
// CHECK: read a @ 4*"size"*offset + 4*"size"*j + 4*offset + 4*j at 17
// CHECK-NOT: non-affine
