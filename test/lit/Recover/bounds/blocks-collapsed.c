// The numbers of a block say how many iterations collapsed loops over it have. Where its memory is its own, they say where
// in it something starts, and are no numbers of rows.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

struct box {
  int lo, nx, ny;
  double *cells;
};

struct box *common(struct box *, struct box *);

void kernel(struct box **boxes, struct box *part, int n) {
  for (int b = 0; b < n; b++) {
    struct box *box = boxes[b], *both = common(box, part);
    if (!both)
      continue;
    int lo = both->lo, nx = both->nx, ny = both->ny, pitch = box->nx;
    double *cells = box->cells + lo - box->lo;
#pragma omp parallel for collapse(2)
    for (int j = lo; j < lo + ny; j++)
      for (int i = 0; i < nx; i++)
        cells[(j - lo) * pitch + i] *= 2;
  }
}

// CHECK: loop j = "both->lo" .. "both->ny" + "both->lo" - 1 parallel
// CHECK: loop i = 0 .. "both->nx" - 1
// CHECK: write "boxes[][]" @ 8*"both->lo" + 8*"box->nx"*j + {{.*}}*b*(({{.*}}) / 16) + 8*i - 8*"both->lo"*"box->nx" - 8*"box->lo" at
