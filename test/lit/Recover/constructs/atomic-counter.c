// An atomic counter beside the loops leaves the time loop as it is (STREAM).
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

double x[1000], times[10];

void kernel(void) {
  int k = 0;
#pragma omp parallel
  {
#pragma omp atomic
    k++;
  }
  times[1] = k;
  for (int t = 0; t < 10; t++) {
#pragma omp parallel for
    for (int i = 0; i < 1000; i++)
      x[i] = 1;
    times[t] = 2;
  }
}

// CHECK: loop t = 0 .. 9 at
// CHECK-NEXT:   loop i = 0 .. 999 parallel schedule static at
// CHECK-NEXT:     write x @ 8*i at
// CHECK-NEXT:   end
// CHECK-NEXT:   write times @ 8*t at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
