// Going down columns, each access is to another page, more than the core keeps translations of: entries of the page
// table are read through L1, and their misses are told apart.
// RUN: env PMECACHE_MACHINE=i9-10980xe PMECACHE_SCOPE=all PMECACHE_ADVISE=off PMECACHE_JSON=%t.json %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s
// RUN: %FileCheck --check-prefix=JSON %s < %t.json
// RUN: env PMECACHE_MACHINE='cores=1;L1=32K,8,64' PMECACHE_SCOPE=all PMECACHE_ADVISE=off %remarks -O2 -Rpass=cache -Rpass-analysis=cache 2>&1 | %FileCheck %s --check-prefix=NONE --implicit-check-not='page table'
void down(double A[2000][2000], double x[2000], const double y[2000]) {
  // CHECK: page-walks.c:[[#@LINE+2]]:3: remark: loop 'i' (one thread): {{.*}}; {{[23][0-9]}}% of the L1 misses are entries of the page table
  // CHECK: L1, 1 private instance: {{.*}} misses ({{.*}}), {{.*}} of them entries of the page table; estimate
  for (int i = 0; i < 2000; i++)
    for (int j = 0; j < 2000; j++)
      x[i] += A[j][i] * y[j];
}
// JSON: "page_walks": {{[1-9]}}
// NONE: loop 'i' (one thread)
