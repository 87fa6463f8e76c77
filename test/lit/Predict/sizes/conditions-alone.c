// Symbols that stand in conditions alone, where all sizes are constants: they are taken for what the conditions ask for,
// and said; loops behind the other arm have a number, too. Found in real programs: flags that are read in loops asked
// for a value.
// RUN: env %corei7 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s
// RUN: env %corei7 %remarks -O2 -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=SAID
// RUN: env %corei7 PMECACHE_PARAMS=mode=7 %remarks -O2 -Rpass=cache -Rpass-missed=cache 2>&1 | %FileCheck %s --check-prefix=GIVEN

enum { N = 400 };
double a[N][N], b[N][N];
int check, stop[4];

void flag(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++)
    if (check)
      for (int j = 0; j < N; j++)
        a[i][j] += b[j][i];
    else
      a[i][0] = 0;
}

void stopped(void) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++) {
    if (stop[0] == 128)
      continue;
    for (int j = 0; j < N; j++)
      a[i][j] += b[i][j];
  }
}

void arms(int mode) {
  if (mode == 3) {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] += b[i][j];
  } else {
#pragma omp parallel for num_threads(4)
    for (int i = 0; i < N; i++)
      for (int j = 0; j < N; j++)
        a[i][j] = 0;
  }
}

void beside(int verbose, int n) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++) {
    if (verbose)
      b[i][0] = 1;
    for (int j = 0; j < N; j++)
      a[i][j] = 0;
  }
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < n; i++)
    a[0][i] = 1;
}

void limited(int limit) {
#pragma omp parallel for num_threads(4)
  for (int i = 0; i < N; i++)
    if (i < limit)
      for (int j = 0; j < N; j++)
        a[i][j] = 0;
}

// CHECK-DAG: :13:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 480K accesses{{.*}}; taken: check = 1
// CHECK-DAG: :23:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 480K accesses{{.*}}; taken: stop[0] = 0
// CHECK-DAG: :34:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 480K accesses{{.*}}; taken: mode = 3
// CHECK-DAG: :39:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 160K accesses{{.*}}; taken: mode = 0
// CHECK-DAG: :47:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 160K accesses{{.*}}; taken: verbose = 1
// CHECK-DAG: :54:1: remark: parallel loop 'i' for every n {{.*}}misses
// CHECK-DAG: :60:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 160K accesses{{.*}}; taken: limit = 400
// CHECK-NOT: is not modelled

// SAID-DAG: remark: function 'flag': assumption: check = 1 (taken: what the conditions ask for)
// SAID-DAG: remark: function 'arms': assumption: mode = 3 (taken: what the conditions ask for)

// GIVEN-DAG: :34:1: remark: parallel loop 'i' (4 threads, static): not executed; for mode = 7
// GIVEN-DAG: :39:1: remark: parallel loop 'i' (4 threads, static): {{.*}} of 160K accesses{{.*}}; for mode = 7
