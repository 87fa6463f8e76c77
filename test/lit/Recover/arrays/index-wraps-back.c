// i - 2 in one arm of a choice becomes i + 4294967294 in 64 bits, and 4 times that in 34 bits.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

float a[64], b[64];

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++)
    a[i] = b[i < 2 ? 62 + i : i - 2];
}

// CHECK: array b element 4 extents 64 group 0 base 256 align 16
// CHECK-NEXT: array a element 4 extents 64 group 0 base 0 align 16
// CHECK-NEXT: loop i = 0 .. 63 parallel schedule static at
// CHECK-NEXT:   if (-1)*i + 1 at
// CHECK-NEXT:     read b @ 4*i + 248 at
// CHECK-NEXT:   end
// CHECK-NEXT:   if i - 2 at
// CHECK-NEXT:     read b @ 4*i - 8 at
// CHECK-NEXT:   end
// CHECK-NEXT:   write a @ 4*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
