// Rounds of loops that go on from several places, and of those that an exception may leave: where it then leaves the
// function, nobody asks how many there were. What a test calls is not the middle of a round. Where the exception is
// caught in the function the loop is not counted.
//
// RUN: %clangxx -O1 -g -fopenmp %load_options -mllvm -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck %s < %t.pmeprof
//
// CHECK: mean function 0 {{.*}} name "k.trips" total 700 times 100 ~
// CHECK: mean function 1 {{.*}} name "m.trips" total 700 times 100 ~
// CHECK: mean function 2 {{.*}} name "p.trips" total 700 times 100 ~
// CHECK-NOT: mean
static int row[101], reads;
static double value[1000], y[100];

static __attribute__((noinline)) int last(int i) {
  if (i > 100)
    throw i;
  return row[i + 1];
}

template <class Each> static void forEach(int i, Each each) noexcept {
  for (int k = row[i]; k < row[i + 1]; k++)
    each(k, last(i));
}

static void sums(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    forEach(i, [&](int k, int end) { y[i] += value[k] * end; });
}

static void tests(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int m = row[i]; m < last(i); m++)
      y[i] += value[m];
}

static void skips(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    int p = row[i];
    while (p < row[i + 1]) {
      double word = value[p];
      if (p % 3 == 0) {
        p++;
        continue;
      }
      y[i] += word;
      p++;
    }
  }
}

static void caught(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    try {
      for (int l = row[i]; l < row[i + 1]; l++)
        y[i] += value[l] * last(i);
    } catch (int) {
      y[i] = 0;
    }
}

int main() {
  for (int i = 0; i < 100; i++)
    row[i + 1] = row[i] + 6 + (i & 1) * 2;
  sums(100);
  tests(100);
  skips(100);
  caught(100);
  return 0;
}
