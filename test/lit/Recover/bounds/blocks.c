// Blocks of a table, each with its own extents and pitch: one is read as all.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

struct block {
  int width, height, pitch;
  double *cells;
};

void kernel(int n, struct block *restrict blocks) {
#pragma omp parallel for
  for (int b = 0; b < n; b++)
    for (int y = 0; y < blocks[b].height; y++)
      for (int x = 0; x < blocks[b].width; x++)
        blocks[b].cells[y * blocks[b].pitch + x] += 1;
}

// CHECK: loop b = 0 .. n - 1 parallel schedule static at
// CHECK:   loop y = 1 .. y.trips at
// CHECK:     loop x = 1 .. x.trips at
// CHECK-NOT: reason
// CHECK:       write "blocks[]" @ 8*{{.*}}*y + 16*b*((8*y.trips*"blocks[b].pitch" + 8*x.trips - 8*"blocks[b].pitch" + 23) / 16) + 8*x
