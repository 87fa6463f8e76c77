// Tiles as tools write them: numbers of tiles are quotients that are rounded down and up by hand, limits are minima and
// maxima. The guard in front of a loop says of all pairs of its limits that they are in order.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define FLOOR(n, d) ((n) < 0 ? -((-(n) + (d) - 1) / (d)) : (n) / (d))
#define CEIL(n, d) ((n) < 0 ? -(-(n) / (d)) : ((n) + (d) - 1) / (d))

void kernel(int t, int n, double (*x)[100], double (*y)[100]) {
  for (int c = 0; c <= FLOOR(n + 2 * t, 8); c++) {
#pragma omp parallel for
    for (int ii = MAX(0, CEIL(8 * c - t, 8)); ii <= MIN(FLOOR(n - 1, 8), c); ii++)
      for (int i = MAX(1, 8 * ii); i <= MIN(n - 2, 8 * ii + 7); i++)
        for (int j = 1; j < n - 1; j++)
          y[i][j] = x[i - 1][j] + x[i + 1][j];
  }
}

// CHECK: param t
// CHECK-NEXT: param n
// CHECK-NEXT: array x element 8
// CHECK-NEXT: array y element 8
// CHECK-NEXT: loop c = 0 .. (2*t + n) / 8 at
// CHECK-NEXT:   loop ii = max(0, (8*c - t + 7) / 8) .. min(c, (n - 1) / 8) parallel schedule static at
// CHECK-NEXT:     loop i = max(1, 8*ii) .. min(n - 2, 8*ii + 7) at
// CHECK-NEXT:       loop j = 1 .. n - 2 at
// CHECK-NEXT:         read x @ 800*i + 8*j - 800 at
// CHECK-NEXT:         read x @ 800*i + 8*j + 800 at
// CHECK-NEXT:         write y @ 800*i + 8*j at
// CHECK-NEXT:       end
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
