// The run of a team answers for that team alone: that other threads are asked for is said, once, with what would answer.
//
// RUN: %instrument -pmecache-instrument=irregular %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: env %corei7 OMP_NUM_THREADS=4 PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -Rpass=cache -c %s -o /dev/null 2>&1 | %FileCheck %s
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %clang -O2 -g -fopenmp %load -Rpass=cache -c %s -o /dev/null 2>&1 | %FileCheck --check-prefix=OWN %s
// CHECK-COUNT-1: measured loops have the numbers of the run's own team, not of 4 threads: the profile is of a run with 2 threads: other teams are answered from a run of one (pmecache record --threads 1)
// CHECK-NOT: own team
// OWN-NOT: own team
double a[4000];
int to[4000];

void first(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[to[i]] += 1;
}

void second(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    a[to[i]] *= 2;
}

int main(void) {
  for (int i = 0; i < 4000; i++)
    to[i] = i * 7 % 4000;
  first(4000);
  second(4000);
  return 0;
}
