// The first index of a row of a chess board.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, int steps, double (*x)[100]) {
  for (int t = 0; t < steps; t++)
    for (int colour = 0; colour < 2; colour++) {
#pragma omp parallel for
      for (int i = 1; i < n - 1; i++)
        for (int j = 1 + (i + colour) % 2; j < n - 1; j += 2)
          x[i][j] = x[i - 1][j] + x[i][j + 1];
    }
}

// CHECK: param steps
// CHECK-NEXT: param n
// CHECK-NEXT: array x element 8
// CHECK-NEXT: loop t = 0 .. steps - 1 at
// CHECK-NEXT:   loop colour = 0 .. 1 at
// CHECK-NEXT:     loop i = 1 .. n - 2 parallel schedule static at
// CHECK-NEXT:       loop j = (colour + i) % 2 + 1 .. n - 2 step 2 at
// CHECK-NEXT:         read x @ 800*i + 8*j - 800 at
// CHECK-NEXT:         read x @ 800*i + 8*j + 8 at
// CHECK-NEXT:         write x @ 800*i + 8*j at
// CHECK-NEXT:       end
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
