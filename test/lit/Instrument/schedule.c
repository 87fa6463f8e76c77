// A profile knows how loops were shared out in the run, of teams too: what is answered for another team has the same.
//
// RUN: env %corei7 %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=1 PMECACHE_PROFILE_OUT=%t.one %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.two %t.exe
// RUN: grep "^loop " %t.one | %FileCheck %s
// RUN: grep "^loop " %t.two | %FileCheck %s
// CHECK: variable "i" parallel dynamic 16 threads
// RUN: %pmecache profile predict %t.one --machine corei7 --threads 4 | %FileCheck --check-prefix=TEAM %s
// TEAM: 4 threads, dynamic,16, 1000 iterations
//
// More threads than cores: that is said.
// RUN: %pmecache profile predict %t.one --machine corei7 --threads 8 | %FileCheck --check-prefix=CORES %s
// CORES: team of 8 threads:
// CORES-NEXT: more threads than the machine has cores (4): several take turns on a core, as one stream
static double to[1000];
static int at[1000];

__attribute__((noinline)) void scatter(int n) {
#pragma omp parallel for schedule(dynamic, 16)
  for (int i = 0; i < n; i++)
    to[at[i]] += i;
}

int main(void) {
  for (int i = 0; i < 1000; i++)
    at[i] = i * 7 % 1000;
  scatter(1000);
  return 0;
}
