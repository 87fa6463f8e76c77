// Red and black points of collapsed loops: where a row begins is a single bit of the iteration's number, which holds the
// rows' length. As bits it was no bound, or a smaller one of two numbers that were none.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(double *phi, const double *rhs, int dim, int jS, int kS, int sweeps) {
  for (int s = 0; s < 2 * sweeps; s++) {
#pragma omp parallel for collapse(2) schedule(static)
    for (int k = 0; k < dim; k++)
      for (int j = 0; j < dim; j++)
        for (int i = (j + k + s) & 1; i < dim; i += 2)
          phi[i + j * jS + k * kS] += rhs[i + j * jS + k * kS];
  }
}

// CHECK: loop s = 0 .. 2*sweeps - 1
// CHECK: loop k = 0 .. dim - 1 parallel schedule static collapse 2 at
// CHECK: loop j = 0 .. dim - 1
// CHECK-NEXT: loop i = (s + k + j) % 2 .. dim - 1 step 2
// CHECK-NEXT: read rhs @ 8*kS*k + 8*jS*j + 8*i
// CHECK-NEXT: read phi @ 8*kS*k + 8*jS*j + 8*i
// CHECK-NEXT: write phi @ 8*kS*k + 8*jS*j + 8*i
// CHECK-NEXT: end
