// What a failed check writes before the program ends is no part of a loop, and takes no room from what is inlined.
// RUN: %recover -O0 && %check_all
// RUN: %recover -O1 && %check_all
// RUN: %recover -O2 && %check_all

void say(int, int, int, int);
void stop(void) __attribute__((noreturn));

#define TEN(X) X X X X X X X X X X
#define LINE say(i, n, i + n, i - n);
#define SAY TEN(LINE LINE LINE LINE LINE LINE)

static double at(const double *x, int i, int n) {
  if (i < 0 || i >= n) {
    SAY stop();
  }
  return x[i];
}

void kernel(int n, const double *restrict x, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    TEN(sum += at(x, i, n); sum += at(x, i, n); sum += at(x, i, n); sum += at(x, i, n); sum += at(x, i, n);)
    y[i] = sum;
  }
}

// CHECK: loop i = 0 .. n - 1 parallel schedule static at
// CHECK-NOT: reason
// CHECK-NOT: call-ignored
// CHECK: write y @ 8*i at
// CHECK-NEXT: end
// CHECK-NOT: {{.}}
