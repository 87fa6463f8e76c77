// Sizes that are not known are taken as no more than arrays are declared for, else rows would share elements and no order
// be legal; the command says, and shows as a change of the source, what the compile says.
// RUN: rm -rf %t.dir && env %corei7 PMECACHE_DUMP=%t.dir %remarks -O2 -g -Werror -Rpass=cache 2>&1 | %FileCheck %s
// RUN: %pmecache advise %t.dir/multiply.pme --machine corei7 --threads 1 --show-source | %FileCheck %s --check-prefix=TOLD
// RUN: %pmecache advise %t.dir/multiply.pme --machine corei7 --threads 1 --json | %FileCheck %s --check-prefix=JSON
// RUN: %pmecache advise %t.dir/rows.pme --machine corei7 --threads 1 | %FileCheck %s --check-prefix=ROWS
enum { N = 600 };

void multiply(int n, double (*restrict a)[N], double (*restrict b)[N], double (*restrict c)[N]) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        c[i][j] += a[i][k] * b[k][j];
}

void rows(int n, double *restrict a, double *restrict b) {
#pragma omp parallel for
  for (int j = 0; j < n; j++)
    for (int i = 0; i < n; i++)
      a[i * n + j] += b[i * n + j];
}

// CHECK: remark: parallel loop 'i': the innermost loop 'k' {{.*}}; in the order 'i', 'k', 'j' {{.*}} (sizes that are not known taken as 600); legal
// CHECK: remark: parallel loop 'j': the innermost loop 'i' {{.*}}; in the order 'i', 'j' {{.*}} (sizes that are not known taken as 1001); legal
// TOLD: as a function of n
// TOLD: parallel loop 'i': the innermost loop 'k' {{.*}}; in the order 'i', 'k', 'j' {{.*}} (sizes that are not known taken as 600); legal
// TOLD: {{^}}--- {{.*}}unknown-sizes.c
// TOLD: {{^}}+    for (int k = 0; k < n; k++)
// TOLD-NEXT: {{^}}+      for (int j = 0; j < n; j++)
// JSON: "legality": "legal"
// ROWS: in the order 'i', 'j' {{.*}} (sizes that are not known taken as 1001); legal
