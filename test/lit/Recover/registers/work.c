// What an iteration computes, beside its accesses: operations, divisions, chains, and whether vectors could do it.
// RUN: %recover -O2 && %FileCheck %s --input-file=%t/kernel.pme
// RUN: %recover -O0 && %FileCheck %s --input-file=%t/kernel.pme
double a[1000], b[1000], c[1000], s[64];
double outside(double x);

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    for (int j = 0; j < 1000; j++)
      s[i] += a[j] * b[j];
    for (int k = 0; k < 999; k++)
      c[k] = a[k] / b[k];
    for (int l = 0; l < 1000; l++)
      b[l] = a[l] + 1;
  }
}

// CHECK: loop i = 0 .. 63 parallel schedule static work {{[0-9]+}} vector 1 at
// CHECK: loop j = 0 .. 999 work {{[0-9]+}} chain 1 {{.*}}at
// CHECK: loop k = 0 .. 998 work {{[0-9]+}} divide 1 {{.*}}at
// CHECK: loop l = 0 .. 999 work {{[0-9]+}} vector {{[248]}} at
