// A local array that begins with constants and that nothing else writes is each thread's own, though optimisation reads
// the constants themselves in its place: no thread writes what others read. Outside of a region there is one for all.
//
// RUN: %recover -O2 && cat %t/inside.pme | %FileCheck %s
// RUN: cat %t/outside.pme | %FileCheck %s --check-prefix=OUTSIDE
//
// CHECK: array "initial factors" element 8 extents 10 align 16{{$}}
// CHECK: array factors element 8 extents 10 align 16 private
// CHECK: array "initial signs" element 8 extents 2 align {{[0-9]+$}}
// CHECK: array signs element 8 extents 2 align {{[0-9]+}} private
// CHECK: loop i = 0 .. 4095 parallel
// CHECK: read "initial factors" @ byte
// CHECK-NEXT: write factors @ byte
// CHECK: read "initial signs" @ 0 size 16
// CHECK-NEXT: write signs @ 0 size 16
// CHECK: read signs @ 8*(k % 2)
// CHECK-NEXT: read factors @ 8*k
// CHECK-NOT: "initial
//
// OUTSIDE: array "initial factors"
// OUTSIDE: array factors element 8 extents 10 align 16{{$}}
// OUTSIDE: write factors
// OUTSIDE: loop i = 0 .. 4095 parallel
// OUTSIDE: read factors @ 8*k
double out[4096];

static double weigh(double x) {
  double factors[10] = {2.7, 2.2, 1.5, 9.8, 5.3, 2.5, 1.0, 3.6, 1.1, 3.1};
  double signs[2] = {1, -1};
  double sum = 0;
  for (int k = 0; k < 10; k++)
    sum += signs[k & 1] * factors[k] / (x + k);
  return sum;
}

void inside(void) {
#pragma omp parallel for
  for (int i = 0; i < 4096; i++)
    out[i] = weigh(out[i]);
}

void outside(void) {
  double factors[10] = {2.7, 2.2, 1.5, 9.8, 5.3, 2.5, 1.0, 3.6, 1.1, 3.1};
#pragma omp parallel for
  for (int i = 0; i < 4096; i++)
    for (int k = 0; k < 10; k++)
      out[i] += factors[k];
}
