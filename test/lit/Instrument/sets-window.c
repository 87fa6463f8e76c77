// The hybrid engine has left its exact form (more than 4096 pages of 64 lines) when 16 lines that fall into one set are
// used in turn: what is within its window is still looked at in the sets.
//
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck %s < %t.pmeprof
// RUN: %pmecache profile predict %t.pmeprof --machine corei7 | %FileCheck --check-prefix=ANSWER %s
//
// CHECK: geometry 0 sets 64 ways 8 sampled
// CHECK: sampled reference {{[0-9]+}} thread 0 geometry 0 hits 0 expected {{[1-9][0-9]+}}{{.*}} weight {{[0-9]+}} partly
// ANSWER: L1 {{ *[0-9.]+%}} {{.*}} set conflict
enum { ROWS = 5000, ROUNDS = 5000 };
static _Alignas(1 << 12) char rows[ROWS][4096];

__attribute__((noinline)) static void kernel(const int *order, int rounds) {
#pragma omp parallel for
  for (int t = 0; t < 1; t++) {
    for (int i = 0; i < ROWS; i++)
      rows[order[i]][64 * (i % 64)]++;
    for (int r = 0; r < rounds; r++)
      for (int i = 0; i < 16; i++)
        rows[i][0]++;
  }
}

int main(void) {
  static int order[ROWS];
  for (int i = 0; i < ROWS; i++)
    order[i] = (int)(i * 1237L % ROWS);
  kernel(order, ROUNDS);
  return 0;
}
