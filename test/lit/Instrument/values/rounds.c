// How often inner loops go round that data ends: the mean of a run. Of rows of a sparse matrix, of boxes of a table, of a
// loop in a function that the region calls, of one that is left in the middle, and of one that tests at its end.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=PROFILE %s < %t.pmeprof
// RUN: %pmecache profile show %t.pmeprof | %FileCheck --check-prefix=SHOW %s
// SHOW: k.trips = 7 (7.0 on average), 200 times
// SHOW: k.trips = 41 (40.9 on average), 480 times
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// PROFILE-DAG: name "k.trips" total 1400 times 200 ~
// PROFILE-DAG: name "j.trips" total 480 times 16 ~
// PROFILE-DAG: name "k.trips" total 19620 times 480 ~
// PROFILE-DAG: name "m.trips" total 1400 times 200 ~
// PROFILE-DAG: name "place.trips" total 1000 times 200 ~
// PROFILE-DAG: name "round.trips" total 734 times 200 ~
//
// CHECK-NOT: is not known
// CHECK-NOT: for every
// CHECK-DAG: k.trips = 7 (measured, rounds.c.tmp.pmeprof: 7.0 on average, 200 times)
// CHECK-DAG: j.trips = 30 (measured, rounds.c.tmp.pmeprof: 30.0 on average, 16 times)
// CHECK-DAG: k.trips = 41 (measured, rounds.c.tmp.pmeprof: 40.9 on average, 480 times)
// CHECK-DAG: m.trips = 7 (measured, rounds.c.tmp.pmeprof: 7.0 on average, 200 times)
// CHECK-DAG: place.trips = 5 (measured, rounds.c.tmp.pmeprof: 5.0 on average, 200 times)
#include <stdlib.h>

enum { N = 100 };
struct box {
  int nx, ny;
  double *u;
};

static int row[N + 1], column[20 * N], key[20 * N];
static double value[20 * N], x[N], y[N];

void product(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = row[i]; k < row[i + 1]; k++)
      sum += value[k] * x[column[k]];
    y[i] = sum;
  }
}

void scale(int n, struct box *boxes) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    struct box *box = &boxes[i];
    for (int j = 0; j < box->ny; j++)
      for (int k = 0; k < box->nx; k++)
        box->u[j * box->nx + k] *= 1.5;
  }
}

static __attribute__((noinline)) double sum_of(int i) {
  double sum = 0;
  for (int m = row[i]; m < row[i + 1]; m++)
    sum += value[m];
  return sum;
}

void sums(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    y[i] = sum_of(i);
}

// Each finds its key in the fifth round.
void search(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int place;
    for (place = row[i]; place < row[i + 1]; place++)
      if (key[place] == i)
        break;
    y[i] = place;
  }
}

void halve(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int round = row[i + 1] - row[i] + 1;
    do {
      y[i] += round;
      round /= 2;
    } while (round > 0);
  }
}

int main(void) {
  for (int i = 0; i < N; i++) {
    row[i + 1] = row[i] + 6 + i % 3 - (i == 0);
    x[i] = i;
  }
  row[N] = 700;
  for (int k = 0; k < 20 * N; k++) {
    column[k] = k * 7 % N;
    value[k] = k;
    key[k] = -1;
  }
  for (int i = 0; i < N; i++)
    key[row[i] + 4] = i;
  struct box boxes[8];
  for (int i = 0; i < 8; i++)
    boxes[i] = (struct box){40 + i % 3, 30, calloc(42 * 30, sizeof(double))};
  for (int time = 0; time < 2; time++) {
    product(N);
    scale(8, boxes);
    sums(N);
    search(N);
    halve(N);
  }
  return 0;
}
