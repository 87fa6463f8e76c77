// What an iteration waits for: values that went through memory in the iteration before, divisions and mathematical
// functions among them; and what such functions cost.
// RUN: %recover -O2 && %FileCheck %s --input-file=%t/kernel.pme
// RUN: %recover -O2 -fno-math-errno && %FileCheck %s --input-file=%t/kernel.pme
double a[64][1000], b[64][1000], c[64][1000];
float f[64][1000];
double exp(double), pow(double, double), unknown(double);
float logf(float);

void kernel(void) {
#pragma omp parallel for
  for (int i = 0; i < 64; i++) {
    for (int j = 1; j < 1000; j++)
      a[i][j] = b[i][j] / (a[i][j - 1] + 2);
    for (int k = 998; k >= 0; k--)
      b[i][k] = c[i][k] + b[i][k + 1];
    for (int l = 0; l < 999; l++)
      c[i][l] = a[i][l] + c[i][l + 1];
    for (int m = 0; m < 1000; m++)
      c[i][m] = exp(a[i][m]);
    for (int n = 0; n < 1000; n++)
      f[i][n] = logf(f[i][n]);
    for (int o = 1; o < 1000; o++)
      b[i][o] = pow(b[i][o - 1], 0.5);
  }
}

// A quotient and a sum; a sum; nothing, for it is read before it is written.
// CHECK: loop j = 1 .. 999 work {{[0-9]+}} divide 1 chain 5 vector 1 at
// CHECK: loop k = 998 .. 0 step -1 work {{[0-9]+}} chain 1 vector 1 at
// CHECK: loop l = 0 .. 998 work {{[0-9]+}} vector {{[248]}} at
// CHECK: loop m = 0 .. 999 work 7{{[0-9]}} vector {{[1248]}} library 72 at
// CHECK: loop n = 0 .. 999 work 5{{[0-9]}} vector {{[1248]}} library 51 at
// CHECK: loop o = 1 .. 999 work {{[0-9]+}} {{(divide|chain)}}
