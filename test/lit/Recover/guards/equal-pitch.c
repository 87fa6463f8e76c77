// Where only one value of a symbol gets to a loop, that one stands in its places: nothing is left to ask for.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

void kernel(int spins, long n, long sets, double *x) {
  if (spins != 2)
    return;
  long stride = spins * n;
  for (long s = 0; s < sets; s++) {
    double *up = x + s * stride, *down = up + n;
#pragma omp parallel for
    for (long i = 0; i < n; i++)
      up[i] += down[i];
  }
}

// CHECK: if (-1)*spins + 2, spins - 2 at
// CHECK: read x @ {{16\*n\*s \+ 8\*n|8\*n \+ 16\*n\*s}} + 8*i at
// CHECK: write x @ 16*n*s + 8*i at
