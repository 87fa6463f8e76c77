// The halo and the pitches of a block are no numbers of rows: each is a symbol, as if all blocks had the same.
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

typedef struct {
  double *data;
  long ny, nz;
  int halo;
} grid;

void kernel(int levels, int n, grid **out, grid **in) {
  for (int level = 0; level < levels; level++) {
    const grid *g = in[level], *d = out[level];
#pragma omp parallel for
    for (int x = 0; x < n; x++)
      for (int y = 0; y < n; y++)
        for (int z = 0; z < n; z++)
          d->data[((x + d->halo) * d->ny + y + d->halo) * d->nz + z + d->halo] =
              g->data[((x + g->halo) * g->ny + y + g->halo) * g->nz + z + g->halo];
  }
}

// CHECK: loop level
// CHECK: loop x = 0 .. n - 1 parallel
// CHECK: assume trips-alike "the stride 'g->halo'"
// CHECK: assume trips-alike "the stride 'g->ny'"
// CHECK: assume trips-alike "the stride 'g->nz'"
// CHECK: read "in[][]" @ 8*"g->halo" + 8*"g->halo"*"g->ny"*"g->nz" + 8*"g->halo"*"g->nz" + 8*"g->ny"*"g->nz"*x +
// CHECK-SAME: 8*"g->nz"*y + {{.*}}*level*(({{.*}}) / 16) + 8*z at
// CHECK: write "out[][]" @ {{.*}} + 8*"d->ny"*"d->nz"*x + 8*"d->nz"*y + {{.*}}*level*(({{.*}}) / 16) + 8*z at
