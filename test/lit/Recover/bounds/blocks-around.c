// What a loop over blocks reads of each block is the same number in bounds and pitches.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

struct box {
  int nx, ny, nz;
};

void kernel(double *data, struct box **boxes, int n) {
  for (int b = 0; b < n; b++) {
    struct box *box = boxes[b];
    int nx = box->nx, ny = box->ny, nz = box->nz;
#pragma omp parallel for
    for (int k = 0; k < nz; k++)
      for (int j = 0; j < ny; j++)
        for (int i = 0; i < nx; i++)
          data[(k * ny + j) * nx + i] *= 2;
  }
}

// CHECK: loop k = 0 .. "box->nz" - 1 parallel
// CHECK: assume trips-alike "of all blocks 'box->nz'"
// CHECK: loop j = 0 .. "box->ny" - 1 at
// CHECK: loop i = 0 .. "box->nx" - 1
// CHECK: write data @ 8*"box->n{{[xy]}}"*"box->n{{[xy]}}"*k + 8*"box->nx"*j + 8*i at
