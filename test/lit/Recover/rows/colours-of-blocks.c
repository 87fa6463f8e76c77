// Points of one colour in the blocks of a table: which colour a block begins with is read from the table of boxes that it
// names, and only its last bit counts. It is taken to be the same in all blocks; the points were at places that data choose.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

struct block {
  int box, i, j, ni, nj;
};
struct box {
  int first_i, first_j, ghosts, pitch;
  double **fields;
};

void kernel(const struct block *blocks, const struct box *boxes, int n, int sweep) {
#pragma omp parallel for schedule(static, 1)
  for (int b = 0; b < n; b++) {
    const struct box *box = &boxes[blocks[b].box];
    const int lo = blocks[b].i, hi = lo + blocks[b].ni, pitch = box->pitch;
    const int colour = (box->first_i ^ box->first_j ^ sweep) & 1;
    double *restrict x = box->fields[0] + box->ghosts * (1 + pitch);
    for (int j = blocks[b].j; j < blocks[b].j + blocks[b].nj; j++)
      for (int i = lo + ((lo ^ j ^ colour) & 1); i < hi; i += 2)
        x[i + j * pitch] += x[i - 1 + j * pitch] + x[i + 1 + j * pitch];
  }
}

// CHECK: loop i = 1 .. i.trips
// CHECK: assume trips-alike "of all blocks the last bits of {{.*}}first_i
// CHECK: read "boxes[][]" @ {{.*}} + 16*i
// CHECK: write "boxes[][]" @ {{.*}} + 16*i
