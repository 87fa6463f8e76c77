// Remainders that fit are taken apart in 8 bits by the compiler, where x - 202 * (x / 202) wraps and is meant to.
// RUN: %recover -O2 && %FileCheck %s --input-file=%t/borders.pme
void borders(float *restrict x, const float *restrict p) {
#pragma omp parallel for
  for (int idx = 0; idx < 98576; idx++) {
    int i = idx % 202;
    if (i == 0 || i == 201)
      continue;
    x[idx] -= p[idx];
  }
}

// CHECK: loop idx = 0 .. 98575 parallel
// CHECK-NEXT: if idx % 202 - 1, (-1)*(idx % 202) + 200 at
// CHECK-NEXT: read p @ 4*idx at

// RUN: %FileCheck %s --input-file=%t/apart.pme --check-prefix=APART
void apart(float *restrict x, const float *restrict p) {
#pragma omp parallel for
  for (int idx = 0; idx < 98576; idx++) {
    unsigned char i = (unsigned char)(idx - 202 * (idx / 202));
    if ((unsigned char)(i - 1) < 151)
      x[idx] -= p[idx];
  }
}

// APART: loop idx = 0 .. 98575 parallel
// APART-NEXT: if (-1)*((idx % 202 + 255) % 256) + 150 at
