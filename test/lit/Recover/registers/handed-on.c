// Iterations that have values from the one before beside their counter and what is in arrays: such a loop keeps its
// place in a nest. What a compiler only moves to a register is in an array.
// RUN: %recover -O2 && cat %t/*.pme | %FileCheck %s
// RUN: %recover -O0 && cat %t/*.pme | %FileCheck %s
double a[100][100], c[100][100];

// CHECK-LABEL: function f1_product
// CHECK-NOT: carries
void f1_product(const double (*x)[100], const double (*y)[100]) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for (int j = 99; j >= 0; j--)
      for (long k = 0; k < 100; k += 2)
        c[i][j] += x[i][k] * y[k][j];
}

// CHECK-LABEL: function f2_sum
// CHECK: loop i = {{.*}} carries
// CHECK: loop j = {{.*}} carries
double f2_sum(void) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      sum += a[j][i];
  return sum;
}

// The last value is handed on, though nothing is computed from it.
// CHECK-LABEL: function f3_before
// CHECK: loop i = 0 .. 99 parallel schedule static work
// CHECK: loop j = {{.*}} carries
void f3_before(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    double before = 0;
    for (int j = 0; j < 100; j++) {
      c[j][i] = before;
      before = a[j][i];
    }
  }
}

// A second counter.
// CHECK-LABEL: function f4_counter
// CHECK: loop j = {{.*}} carries
void f4_counter(void) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++) {
    int number = 0;
    for (int j = 0; j < 100; j++)
      c[j][i] = number++;
  }
}

// What is handed on begins with an element, and goes there: a sum that may as well be kept in it.
// CHECK-LABEL: function f4_sums
// CHECK: read c {{.*}} carried at
// CHECK: loop k = {{.*}} carries
// CHECK: write c {{.*}} carried at
// CHECK: loop k = {{.*}} carries
// CHECK-NOT: carried at
void f4_sums(const int *m) {
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++) {
      double s = c[i][j];
      for (int k = 0; k < 100; k++)
        s += a[i][k];
      c[i][j] = s;
      double t = 0;
      for (int k = 0; k < 100; k++)
        t += a[k][j];
      if (m[j])
        c[i][j] = t;
    }
}

// CHECK-LABEL: function f5_chunks
// CHECK-NOT: carries
void f5_chunks(void) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      a[j][i] = 1;
#pragma omp parallel for collapse(2) schedule(static, 2)
  for (int i = 0; i < 100; i++)
    for (int j = 0; j < 100; j++)
      a[j][i] = 2;
}
