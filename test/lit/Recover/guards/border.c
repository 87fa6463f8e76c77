// A filter that leaves out what lies beyond the border: `0 <= y && y < n` reaches the plugin as one unsigned comparison of
// i + a - 1, and of its opposite where it is turned round.
// RUN: %recover -O0 && %check
// RUN: %recover -O1 && %check
// RUN: %recover -O2 && %check
// RUN: %recover -O3 && %check

void kernel(int n, double (*x)[64], double k[3], double *y, double *z) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int a = 0; a < 3; a++) {
      int row = i + a - 1;
      if (row >= 0 && row < n)
        y[i] += x[row][i] * k[a];
      if (row < 0 || row >= n)
        z[i] = 0;
    }
}

// CHECK: param n
// CHECK-NEXT: array x element 8
// CHECK-NEXT: array k element 8
// CHECK-NEXT: array y element 8
// CHECK-NEXT: array z element 8
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NEXT:   loop a = 0 .. 2 at
// CHECK-NEXT:     if i + a - 1, n - i - a at
// CHECK-NEXT:       read x @ 520*i + 512*a - 512 at
// CHECK-NEXT:       read k @ 8*a at
// CHECK-NEXT:       read y @ 8*i at
// CHECK-NEXT:       write y @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:     if (-1)*i - a at
// CHECK-NEXT:       write z @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:     if i + a - 1, i + a - n - 1 at
// CHECK-NEXT:       write z @ 8*i at
// CHECK-NEXT:     end
// CHECK-NEXT:   end
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
