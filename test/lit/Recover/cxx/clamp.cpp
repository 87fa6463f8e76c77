// std::min, std::max and std::clamp choose between references to temporary objects: nested, too, they are arithmetic.
// RUN: %recover_cxx -O0 && %check
// RUN: %recover_cxx -O1 && %check
// RUN: %recover_cxx -O2 && %check
// RUN: %recover_cxx -O2 && %FileCheck %s --check-prefix=NESTED --input-file=%t/nested.pme
// RUN: %recover_cxx -O2 && %FileCheck %s --check-prefix=CHANGED --input-file=%t/changed.pme
#include <algorithm>

extern "C" void kernel(const float *in, float *out, int w, int h) {
#pragma omp parallel for
  for (int y = 0; y < h; y++)
    for (int x = 0; x < w; x++)
      out[y * w + x] = in[y * w + std::clamp(x - 1, 0, w - 1)];
}

// CHECK: array in element 4
// CHECK-NEXT: array out element 4
// CHECK-NOT: array
// CHECK: loop y = 0 .. h - 1 parallel schedule static at
// CHECK: loop x = 0 .. w - 1 at
// CHECK: read in @
// CHECK-NOT: reason
// CHECK: write out @ 4*w*y + 4*x at

extern "C" void nested(const float *in, float *out, int n, int m) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = std::max(0, std::min(i, m) - 4); j < std::min(std::max(n, m), i + 4); j++)
      out[i] += in[j];
}

// NESTED-NOT: reason
// NESTED: read in @ 4*j

// What changes between the choice and its use is not what was chosen.
extern "C" void changed(const float *in, float *out, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int a = i, b = 5;
    int &least = a < b ? a : b;
    a = 2 * i + 7;
    out[i] = in[least];
  }
}

// CHANGED-NOT: read in @ 4*min
// CHANGED: write out @ 4*i
