// Rows that a function of another file hands out, as of an image: they are taken to follow each other.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

struct view;
float *get_pixels(struct view *, int x, int y, int columns, int rows);
float *next_pixels(struct view *);

void kernel(int n, int m, struct view *image, struct view *other) {
#pragma omp parallel for
  for (int y = 0; y < n; y++) {
    float *p = get_pixels(image, 0, y, m, 1), *q = next_pixels(other);
    for (int x = 0; x < m; x++)
      q[x] += p[x];
  }
}

// CHECK: loop y = 0 .. n - 1 parallel schedule static at
// CHECK: assume call-ignored "get_pixels, beside 3 references"
// CHECK: assume rows-contiguous "rows of 'get_pixels()'"
// CHECK: assume rows-contiguous "rows of 'next_pixels()'"
// CHECK-DAG: read "get_pixels()[]" @ 16*y*((4*m + 23) / 16) + 4*x at [[#@LINE-8]]:15
// CHECK-DAG: read "next_pixels()[]" @ 16*y*((4*m + 23) / 16) + 4*x at [[#@LINE-9]]:12
// CHECK-DAG: write "next_pixels()[]" @ 16*y*((4*m + 23) / 16) + 4*x at [[#@LINE-10]]:12
