// A level whose interval says nothing, as where the array lies decides: not known without a run, and the run that the
// remark asks for answers it.
// RUN: env %corei7 PMECACHE_ADVISE=off %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %instrument -pmecache-instrument=all -DMAIN %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 PMECACHE_ADVISE=off PMECACHE_PROFILE=%t.pmeprof %remarks -O2 -g -Rpass=cache 2>&1 | %FileCheck %s --check-prefix=AFTER --implicit-check-not="measure it"
enum { ROWS = 4096, ROW = 64 };

void edges(double *u) {
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < ROWS; i++)
    u[ROW * i] = 0;
// CHECK: open-level.c:[[#@LINE+2]]:1: remark: parallel loop 'i' (2 threads, static): L2 costs most of those known, with about 4096 misses {{.*}}; L1 about 4096, L3 not known without a run (0{{[.0-9]*}} to 4096); measure it: compile with -g and PMECACHE_INSTRUMENT=all, {{.*}} [-Rpass=pmecache]
// AFTER: open-level.c:[[#@LINE+1]]:1: remark: parallel loop 'i' (2 threads, static) measured: L1 costs most, with about 4096 misses {{.*}} [-Rpass=pmecache]
#pragma omp parallel for num_threads(2)
  for (int i = 0; i < ROWS; i++)
    u[ROW * i + ROW - 1] = 0;
}

#ifdef MAIN
static double memory[ROWS * ROW + 8];
int main(void) {
  edges(memory + 1);
  return 0;
}
#endif
