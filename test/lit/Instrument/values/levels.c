// Worksharing loops whose bounds are read for each level of a tree, and copies whose length is: means of a run.
//
// RUN: %instrument -pmecache-instrument=values %s %runtime -o %t.exe
// RUN: env OMP_NUM_THREADS=2 PMECACHE_PROFILE_OUT=%t.pmeprof %t.exe
// RUN: %FileCheck --check-prefix=PROFILE %s < %t.pmeprof
// RUN: env %corei7 OMP_NUM_THREADS=2 PMECACHE_PROFILE=%t.pmeprof %remarks -O1 -Rpass=cache -Rpass-missed=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
//
// PROFILE: mean function 0 loop - name "i.last" total 588 times 6 ~
// PROFILE: mean function 1 loop - name "copy.bytes" total 8000 times 100 ~
// CHECK-NOT: for every
// CHECK-DAG: i.last = 98 (measured, levels.c.tmp.pmeprof: 98.0 on average, 6 times)
// CHECK-DAG: copy.bytes = 80 (measured, levels.c.tmp.pmeprof: 80.0 on average, 100 times)
#include <string.h>

static int first[4] = {0, 100, 199, 297}, row[101];
static double y[1000], from[1000], to[1000];

void levels(int count) {
  for (int level = 0; level < count; level++)
#pragma omp parallel for
    for (int i = first[level]; i < first[level + 1]; i++)
      y[i] *= 2;
}

void copies(int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    memcpy(to + row[i], from + row[i], (row[i + 1] - row[i]) * sizeof *to);
}

int main(void) {
  for (int i = 0; i < 100; i++)
    row[i + 1] = row[i] + (i & 1 ? 1 : 41) / 2;
  levels(3);
  copies(100);
  return 0;
}
