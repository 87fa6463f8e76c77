// Data choose an element of a short row: the row is known, so rows of neighbouring threads that share a line are told. A
// sum that stays in a register is not blamed for it. Of longer rows nothing is known.
// RUN: %recover -O2 && %check_all
// RUN: env %corei7 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=REMARK
int omp_get_thread_num(void);
enum { N = 1 << 20 };
unsigned char x[N] __attribute__((aligned(64)));
long hits[8] __attribute__((aligned(64))), count[8][4] __attribute__((aligned(64))), long_rows[8][256];

void kernel(void) {
// CHECK: assume row-footprint
// CHECK: reason indirect-subscript at [[#@LINE+12]]
// CHECK: read count @ 32*thread() size 32
// CHECK-NEXT: write count @ 32*thread() size 32
// REMARK: give each thread lines of its own in 'count'
// REMARK-NOT: 'hits'
#pragma omp parallel num_threads(4)
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < N; i++) {
      hits[t]++;
      count[t][x[i] & 3]++;
      long_rows[t][x[i]]++;
    }
  }
}
