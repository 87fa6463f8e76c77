// A Fourier transform: strides are powers of two, and how many there are is counted by a loop that doubles. The rounds
// are written out, each with its own bounds.
// RUN: rm -rf %t && env PMECACHE_DUMP=%t %clang -O1 -g -fopenmp %load -c %s -o %t.o
// RUN: cat %t/transform.pme | %FileCheck %s
// RUN: cat %t/halves.pme | %FileCheck %s --check-prefix=HALVES
// RUN: cat %t/pairs.pme | %FileCheck %s --check-prefix=PAIRS
enum { Rows = 64, Points = 16 };
static double from[Rows][Points], to[Rows][Points];

static int roundsOf(int n) {
  int rounds = 1, reached = 2;
  if (n == 1)
    return 0;
  while (reached < n) {
    reached *= 2;
    rounds++;
  }
  return rounds;
}

// CHECK: assume set-alike "loops whose variable doubles go to 16, as this file has it"
// CHECK: loop row = 0 .. 63 parallel
// CHECK-NOT: scattered
// CHECK: loop i = 0 .. 7
// CHECK: write to @ {{.*}}16*i
// CHECK: loop i = 0 .. 3
// CHECK-NEXT: loop k = 0 .. 1
// CHECK: write to @ {{.*}}32*i
// CHECK: loop i = 0 .. 1
// CHECK-NEXT: loop k{{.*}} = 0 .. 3
// CHECK: loop k{{.*}} = 0 .. 7
// CHECK-NOT: scattered
static __attribute__((noinline)) void transform(int n) {
  int rounds = roundsOf(n);
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int l = 1; l <= rounds; l++) {
      int length = 1 << (l - 1), groups = 1 << (rounds - l);
      for (int i = 0; i < groups; i++)
        for (int k = 0; k < length; k++) {
          double a = from[row][i * length + k], b = from[row][i * length + k + Points / 2];
          to[row][2 * i * length + k] = a + b;
          to[row][(2 * i + 1) * length + k] = a - b;
        }
    }
}

// HALVES: loop i = 0 .. 7
// HALVES: loop i = 0 .. 3
// HALVES: loop i = 0 .. 1
// HALVES-NOT: scattered
void halves(void) {
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int s = Points / 2; s > 0; s /= 2)
      for (int i = 0; i < s; i++)
        to[row][i] += to[row][i + s];
}

// Two rounds at a time, as many as the call says, from one array to the other and back.
static void turn(int l, double *in, double *out) {
  int length = 1 << (l - 1), groups = Points >> l;
  for (int i = 0; i < groups; i++)
    for (int k = 0; k < length; k++)
      out[2 * i * length + k] = in[i * length + k] + in[i * length + k + Points / 2];
}

// PAIRS: assume set-alike "loops whose variable doubles go to 3, as this file has it"
// PAIRS-NOT: scattered
// PAIRS: loop i = 0 .. 7
// PAIRS: write to @ {{.*}}16*i
// PAIRS-NOT: scattered
// PAIRS: loop i = 0 .. 3
// PAIRS: write from @ {{.*}}32*i
// PAIRS-NOT: scattered
// PAIRS: loop i = 0 .. 1
// PAIRS: write to @ {{.*}}64*i
// PAIRS-NOT: scattered
static __attribute__((noinline)) void pairs(int rounds) {
#pragma omp parallel for
  for (int row = 0; row < Rows; row++)
    for (int l = 1; l <= rounds; l += 2) {
      turn(l, from[row], to[row]);
      if (l == rounds)
        break;
      turn(l + 1, to[row], from[row]);
    }
}

int main(void) {
  pairs(3);
  transform(Points);
  halves();
}
