// An int that goes on by a size of 64 bits: the sum is cut to an int in each round. The block is cut by a minimum, which
// would not be found either where kk is not.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check
// RUN: %recover -O2 -DCOUNTER=unsigned && %check
long read_size(void);

#ifndef COUNTER
#define COUNTER int
#endif
#define MIN(a, b) ((a) < (b) ? (a) : (b))

void kernel(long n, double *x, double *y) {
  long block = read_size();
#pragma omp parallel
  {
    COUNTER kk, k, kg, ii, i, ig;
    if (block > 0) {
#pragma omp for
      for (ii = 0; ii < n; ii += block)
        for (kk = 0; kk < n; kk += block)
          for (kg = kk, k = 0; kg < MIN(kk + block, n); k++, kg++)
            for (ig = ii, i = 0; ig < MIN(ii + block, n); i++, ig++)
              y[i + block * k] = x[ig + n * kg];
    }
  }
}

// CHECK: loop ii = 0 .. n - 1 step block parallel schedule static at
// CHECK-NEXT:   loop kk = 0 .. n - 1 step block at
// CHECK-NEXT:     loop kg = kk .. min(block + kk - 1, n - 1) at
// CHECK-NEXT:       loop ig = ii .. min(block + ii - 1, n - 1) at
// CHECK-NEXT:         read x @ 8*n*kg + 8*ig at
// CHECK-NEXT:         write y @ 8*block*kg + 8*ig - 8*block*kk - 8*ii at
// CHECK-NEXT:       end
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
