// Blocks of rows that are dealt out by hand, the rest to the first ones or all of it to the last: a loop for each of the
// values that its bounds may have, where they have them, and no trips that data decide.
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check

void kernel(int n, int parts, double *restrict u, const double *restrict f) {
#pragma omp parallel for
  for (int part = 0; part < parts; part++) {
    int rows = n / parts, rest = n - rows * parts, first, end;
    if (part < rest) {
      first = part * rows + part;
      end = (part + 1) * rows + part + 1;
    } else {
      first = part * rows + rest;
      end = (part + 1) * rows + rest;
    }
    for (int i = first; i < end; i++)
      u[i] += f[i];
  }
// CHECK: loop part = 0 .. parts - 1 parallel
// CHECK: if n - parts*(n / parts) - part - 1
// CHECK-NEXT: loop i = 0 ..
// CHECK-NEXT: read f @ 8*part + 8*part*(n / parts) + 8*i
// CHECK: if parts*(n / parts) + part - n
// CHECK-NEXT: loop i = 0 ..
// CHECK-NEXT: read f @ 8*n + 8*part*(n / parts) + 8*i - 8*parts*(n / parts)
// CHECK-NOT: trips
#pragma omp parallel for
  for (int part = 0; part < parts; part++) {
    int rows = n / parts, rest = n - rows * parts;
    int first = part * rows + (part < rest ? part : rest), end = first + rows + (part < rest);
    for (int i = first; i < end; i++)
      u[i] += f[i];
  }
// CHECK: loop part = 0 .. parts - 1 parallel
// CHECK: if n - parts*(n / parts) - part - 1
// CHECK-NEXT: loop i = 0 .. n / parts at
// CHECK: if parts*(n / parts) + part - n
// CHECK-NEXT: loop i = 0 .. n / parts - 1 at
#pragma omp parallel for
  for (int part = 0; part < parts; part++) {
    int rows = n / parts, first = part * rows, end = part == parts - 1 ? n : first + rows;
    for (int i = first; i < end; i++)
      u[i] += f[i];
  }
  // CHECK: loop part = 0 .. parts - 1 parallel
  // CHECK: if part - parts + 1
  // CHECK-NEXT: loop i = 0 .. n - part*(n / parts) - 1 at
  // CHECK: if parts - part - 2
  // CHECK-NEXT: loop i = 0 .. n / parts - 1 at
}
