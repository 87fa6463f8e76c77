// Another order of loops as a diff of the source, also in JSON; where the source is not plain, the reason.
// RUN: rm -rf %t.dir && env %corei7 PMECACHE_DUMP=%t.dir %remarks -O2 -g -Werror
// RUN: %pmecache advise %t.dir/scale.pme --machine corei7 --threads 1 --show-source | %FileCheck %s
// RUN: %pmecache advise %t.dir/scale.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
// RUN: %pmecache advise %t.dir/declared_outside.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=SHARED
// RUN: %pmecache advise %t.dir/tiles.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=SHARED
// RUN: %pmecache advise %t.dir/one_line.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=REFUSED
enum { N = 1000 };
double t[N][N];

void scale(void) {
#pragma omp parallel for
  for (int j = 0; j < N; j++)
    for (int i = 0; i < N; i++)
      t[i][j] *= 3;
}

// clang-format off
void one_line(void) {
#pragma omp parallel for
  for (int j = 0; j < N; j++) for (int i = 0; i < N; i++)
      t[i][j] *= 3;
}
// clang-format on

// Threads would share j.
void declared_outside(void) {
  int i, j;
#pragma omp parallel for private(i)
  for (j = 0; j < N; j++)
    for (i = 0; i < N; i++)
      t[i][j] *= 3;
}

double u[N][N];
void tiles(void) {
  int i, j;
#pragma omp parallel for private(i)
  for (j = 0; j < N; j++)
    for (i = 0; i < N; i++)
      u[j][i] = t[i][j];
}

// SHARED: counters to be declared in their loops
// SHARED: parallel loop 'j' is not shown as a change of the source: the counter of a loop that is dealt out is declared outside, where threads would share it
// CHECK: {{^}}--- {{.*}}show-source.c
// CHECK-NEXT: {{^}}+++ {{.*}}show-source.c
// CHECK-NEXT: {{^}}@@ -10,8 +10,8 @@
// CHECK: {{^ }}#pragma omp parallel for
// CHECK-NEXT: {{^}}-  for (int j = 0; j < N; j++)
// CHECK-NEXT: {{^}}-    for (int i = 0; i < N; i++)
// CHECK-NEXT: {{^}}+  for (int i = 0; i < N; i++)
// CHECK-NEXT: {{^}}+    for (int j = 0; j < N; j++)
// CHECK-NEXT: t[i][j] *= 3;
// JSON: "fixes": [
// JSON: "line": 13,
// JSON-NEXT: "end_line": 14,
// JSON-NEXT: "text": "  for (int i = 0; i < N; i++)\n    for (int j = 0; j < N; j++)\n"
// REFUSED: parallel loop 'j' is not shown as a change of the source: a loop of the nest is no plain `for` on a line of its own
