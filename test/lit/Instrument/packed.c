// A small struct comes in one integer argument: its members are symbols of their own, in remarks, in values that are
// given and in values that are measured.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PARAMS=size.rows=30,size.columns=40,size.depth=5 %remarks -O2 -Rpass=cache 2>&1 | %FileCheck --check-prefix=GIVEN %s
// RUN: env %corei7 OMP_NUM_THREADS=1 PMECACHE_PARAMS=size.rows=30,arg1+4=40,arg2=5 %clang -O2 -fopenmp %load -emit-llvm -c -o /dev/null -Rpass=cache %s 2>&1 | %FileCheck --check-prefix=GIVEN %s
//
// CHECK-NOT: is not known
// CHECK-DAG: size.rows = 30 (measured, packed.c.tmp.pmeprof)
// CHECK-DAG: size.columns = 40 (measured, packed.c.tmp.pmeprof)
// CHECK-DAG: size.depth = 5 (measured, packed.c.tmp.pmeprof)
// GIVEN: packed.c:[[#@LINE+6]]:1: remark: parallel loop 'i' (1 thread, static): {{.*}} of 12K accesses
typedef struct dims {
  int rows, columns, depth;
} dims;
static double a[100000];
__attribute__((noinline)) static void kernel(dims size) {
#pragma omp parallel for
  for (int i = 0; i < size.rows; i++)
    for (int j = 0; j < size.columns; j++)
      for (int k = 0; k < size.depth; k++)
        a[(i * 100 + j) * 10 + k] += 1;
}

int main(void) {
  kernel((dims){30, 40, 5});
  return 0;
}
