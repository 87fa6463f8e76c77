// Sums by the thread's number that optimised code keeps in a register over the worksharing loop itself. The region stays
// in the program: each of its threads reads and writes memory once. The compiler itself tells what it moves.
// RUN: %recover -O2 && cat %t/*.pme | %FileCheck %s --implicit-check-not=kept
// RUN: %clang -O2 -g -fopenmp -Rpass=licm -c -o /dev/null %s 2>&1 | sed -n 's/.*\(:[0-9]*:1[0-9]: remark: Moving accesses\).*/\1/p' | sort -V -u | %FileCheck %s --check-prefix=MOVED --implicit-check-not=Moving
int omp_get_thread_num(void);
double a[64][1000], sum[64];
int count[64];

// CHECK-LABEL: function f1_blocks
// CHECK: region at
// CHECK-NEXT: loop i = 0 .. n - 1 parallel schedule static
// CHECK: read sum @ 8*thread() kept 1
// CHECK: write sum @ 8*thread() kept 1
void f1_blocks(int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      // MOVED: [[#@LINE+1]]:{{1[0-9]}}: remark: Moving accesses
      sum[t] += a[0][i];
  }
}

// CHECK-LABEL: function f2_chunks
// CHECK: schedule static 4
// CHECK: read sum @ 8*thread() kept 1
// CHECK: write sum @ 8*thread() kept 1
void f2_chunks(int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for schedule(static, 4)
    for (int i = 0; i < n; i++)
      // MOVED: [[#@LINE+1]]:{{1[0-9]}}: remark: Moving accesses
      sum[t] += a[0][i];
  }
}

// In each chunk.
// CHECK-LABEL: function f3_dynamic
// CHECK: schedule dynamic 4
// CHECK: read sum @ 8*thread() kept 1
// CHECK: write sum @ 8*thread() kept 1
void f3_dynamic(int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for schedule(dynamic, 4)
    for (int i = 0; i < n; i++)
      // MOVED: [[#@LINE+1]]:{{1[0-9]}}: remark: Moving accesses
      sum[t] += a[0][i];
  }
}

// The two loops of the source are one of the code.
// CHECK-LABEL: function f4_collapsed
// CHECK: collapse 2
// CHECK: read sum @ 8*thread() kept 2
// CHECK: write sum @ 8*thread() kept 2
void f4_collapsed(int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for collapse(2)
    for (int i = 0; i < 64; i++)
      for (int j = 0; j < n; j++)
        // MOVED: [[#@LINE+1]]:{{1[0-9]}}: remark: Moving accesses
        sum[t] += a[i][j];
  }
}

// The loop around the worksharing loop has a barrier.
// CHECK-LABEL: function f5_rounds
// CHECK: read sum @ 8*thread() kept 1
// CHECK: write sum @ 8*thread() kept 1
void f5_rounds(int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
    for (int k = 0; k < 10; k++)
#pragma omp for
      for (int i = 0; i < n; i++)
        // MOVED: [[#@LINE+1]]:{{1[0-9]}}: remark: Moving accesses
        sum[t] += a[k][i];
  }
}

// The runtime is asked in each iteration.
// CHECK-LABEL: function f6_asked
void f6_asked(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    sum[omp_get_thread_num()] += a[0][i];
}

// A store on a condition stays where it is.
// CHECK-LABEL: function f7_conditional
void f7_conditional(int n) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      if (a[0][i] > 0)
        count[t] += 1;
  }
}

// The bounds of a thread are ints in memory, and the runtime knows where.
// CHECK-LABEL: function f8_pointer
void f8_pointer(int n, int *restrict c) {
#pragma omp parallel
  {
    int t = omp_get_thread_num();
#pragma omp for
    for (int i = 0; i < n; i++)
      c[t] += a[0][i] > 0;
  }
}
