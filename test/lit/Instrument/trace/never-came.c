// A run comes to a function and not to one of its loops, which has an answer for every size: the remark that the run did
// not come there was dropped with those that the answer stands for, and the other told to measure what had been.
//
// RUN: env %corei7 %instrument -pmecache-instrument=all %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
//
// CHECK-NOT: never came
// CHECK-DAG: never-came.c:19:1: remark: parallel loop 'i': the instrumented run never came here; profile a run that does
// CHECK-DAG: never-came.c:19:1: remark: parallel loop 'i' for every size = i.last
// CHECK-NOT: never came
static void gather(int n, const int *at, const double *x, double *y) {
  for (int l = 0; l < 3; l++) {
    int below = 0;
#pragma omp parallel for reduction(+ : below)
    for (int i = 0; i < n; i++)
      below += at[i] < 0;
    if (below > 0) {
#pragma omp parallel for
      for (int i = 0; i < below; i++)
        y[i] = x[at[i]];
    }
  }
}

static int at[20000];
static double x[20000], y[20000];

int main(int argc, char **argv) {
  gather(20000 / argc, at, x, y);
  return y[3] != 0;
}
