// A loop that the run came past without entering it goes round no times. Where the code around it did not run either
// nothing is known of it.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=PROFILE %s < %t.pmeprof
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O1 -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// PROFILE: mean function 0 loop - name "k.trips" total 600 times 100 ~
// PROFILE: symbol function 0 loop - name "m.trips" value 0 times
// PROFILE-NOT: "l.trips"
// CHECK-DAG: k.trips = 6 (measured
// CHECK-DAG: m.trips = 0 (measured
// CHECK-DAG: parallel loop 'i' (2 threads, static):
static int row[101], list[101];
static double value[1000], y[100];

void sums(int n, const int *wanted) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    if (wanted)
      for (int m = list[i]; m < list[i + 1]; m++)
        y[i] += wanted[m];
    else
      for (int k = row[i]; k < row[i + 1]; k++)
        y[i] += value[k];
  }
}

void never(int n) {
  if (n > 100)
#pragma omp parallel for
    for (int i = 0; i < n; i++)
      for (int l = row[i]; l < row[i + 1]; l++)
        y[i] -= value[l];
}

int main(void) {
  for (int i = 0; i < 100; i++)
    row[i + 1] = row[i] + 6;
  sums(100, 0);
  never(100);
  return 0;
}
