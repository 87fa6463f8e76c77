// What a region calls comes into it before what runs once beside it, which takes all the room that there is.
// RUN: env %corei7 %remarks -O1 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
#define NEXT(i) a[i] = b[i] * a[(i) + 1] + 1;
#define TEN(i)                                                                                                         \
  NEXT(i) NEXT(i + 1) NEXT(i + 2) NEXT(i + 3) NEXT(i + 4) NEXT(i + 5) NEXT(i + 6) NEXT(i + 7) NEXT(i + 8) NEXT(i + 9)
static void start(double *a, const double *b) { TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) }
#define TEN_STARTS(a)                                                                                                  \
  start(a, b), start(a + 70, b), start(a + 140, b), start(a + 210, b), start(a + 280, b), start(a + 350, b),           \
      start(a + 420, b), start(a + 490, b), start(a + 560, b), start(a + 630, b)

static double sum(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < 4; i++)
    sum += a[i] * b[i] + a[4 * i] * b[4 * i] + a[8 * i] * b[8 * i];
  return sum;
}

void f(double *restrict a, const double *restrict b, double *restrict c) {
  TEN_STARTS(a);
  TEN_STARTS(a + 700);
  TEN_STARTS(a + 1400);
  TEN_STARTS(a + 2100);
  TEN_STARTS(a + 2800);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 1000; i++)
    c[i] = sum(a + 4 * i, b + 4 * i);
}

// CHECK: room.c:24:1: remark: parallel loop {{.*}} of 25K accesses
// CHECK-NOT: not counted
