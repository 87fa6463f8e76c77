// All that is done for an element may stand in one function, however large: without it there would be nothing to tell of
// the loop. Beside other work large callees of many branches are left out, and it is said.
// RUN: %recover -O1 2>&1 && cat %t/alone.pme %t/beside.pme | %FileCheck %s

// CHECK-LABEL: function alone
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NOT: reason
// CHECK: loop k = 0 .. 7
// CHECK: read x @ 64*i + 8*k

// CHECK-LABEL: function beside
// CHECK: loop i = 0 .. n - 1 parallel
// CHECK-NOT: loop k
// CHECK: reason unknown-call {{.*}}"search, which is not followed"

#define ONE y[k] += x[8 * i + k] * y[k];
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static void update(const double *restrict x, double *restrict y, int i) {
  for (int k = 0; k < 8; k++) {
    HUNDRED
  }
}

#define CHOICE y[k] = x[i + k] < y[k] ? other(k) : y[k];
#define TEN_CHOICES CHOICE CHOICE CHOICE CHOICE CHOICE CHOICE CHOICE CHOICE CHOICE CHOICE

int other(int i);

static void search(const double *restrict x, double *restrict y, int i) {
  for (int k = 0; k < 8; k++) {
    TEN_CHOICES TEN_CHOICES TEN_CHOICES TEN_CHOICES TEN_CHOICES TEN_CHOICES TEN_CHOICES
  }
}

void alone(int n, const double *restrict x, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    update(x, y, i);
}

void beside(int n, const double *restrict x, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    search(x, y, i);
    other(i);
  }
}
